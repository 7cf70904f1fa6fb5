import { connect } from "node:net";

/**
 * Process whose connections send the head of a request one byte at a time and never complete it. A closed connection is opened
 * again. The process prints "open" when all are open, and runs until it is stopped.
 */
const [port, count] = process.argv.slice(2).map(Number) as [number, number];
const head = `GET /about-us HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ${"a".repeat(10_000)}`;
let openCount = 0;

function dribble(): void {
  const socket = connect(port, "127.0.0.1");
  let sentBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  socket.on("connect", () => {
    if (++openCount === count) console.log("open");
    timer = setInterval(() => socket.write(head[sentBytes++ % head.length]!), 2000);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    openCount--;
    clearInterval(timer);
    setTimeout(dribble, 100);
  });
}

for (let n = 0; n < count; n++) dribble();
