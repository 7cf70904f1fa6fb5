import { connect } from "node:net";

/**
 * Connections that send the head of a request a byte at a time and never end it; one that is closed is opened again. Says
 * "open" once all are, and goes on until the process is ended.
 */
const [port, count] = process.argv.slice(2).map(Number) as [number, number];
const head = `GET /about-us HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ${"a".repeat(10_000)}`;
let open = 0;

function dribble(): void {
  const socket = connect(port, "127.0.0.1");
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  socket.on("connect", () => {
    if (++open === count) console.log("open");
    timer = setInterval(() => socket.write(head[sent++ % head.length]!), 2000);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    open--;
    clearInterval(timer);
    setTimeout(dribble, 100);
  });
}

for (let n = 0; n < count; n++) dribble();
