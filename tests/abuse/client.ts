import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

export type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string };

/** A client that means harm: asks for anything as it stands, many at a time. */
export function createAttacker(origin: string, connections = 32) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { port } = new URL(origin);
  let sent = 0;

  function ask({ path, method = "GET", headers = {}, body }: Ask): Promise<Answer> {
    sent++;
    return new Promise((resolve) => {
      const options = { host: "127.0.0.1", port, path, method, agent, headers, maxHeaderSize: 1024 * 1024 };
      const asked = request(options, (response) => {
        const chunks: Buffer[] = [];
        const { statusCode: status = 0, headers: answered } = response;
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("close", () => resolve({ status, headers: answered, body: Buffer.concat(chunks).toString() }));
      });
      // A connection that is closed on it is an answer.
      asked.on("error", () => resolve({ status: 0, headers: {}, body: "" }));
      asked.end(body);
    });
  }

  return {
    ask,
    /** A form as a page sends it. */
    post: (path: string, fields: string, headers: Record<string, string> = {}) =>
      ask({
        ...{ path, method: "POST", body: fields },
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      }),
    /** Does something again and again for some milliseconds, as often at a time as there are connections. */
    async repeat(milliseconds: number, act: (n: number) => Promise<unknown>): Promise<void> {
      const end = performance.now() + milliseconds;
      let n = 0;
      const one = async () => {
        while (performance.now() < end) await act(n++);
      };
      await Promise.all(Array.from({ length: connections }, one));
    },
    /** Opens a connection and writes to it; what is answered isn't read. */
    connect(text: string): Socket {
      sent++;
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      return socket.on("error", () => undefined).pause();
    },
    /** How much was sent. */
    count: () => sent,
    stop: () => agent.destroy(),
  };
}

export type Attacker = ReturnType<typeof createAttacker>;
