import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";

export type ClientResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

export type SendRequest = { path: string; method?: string; headers?: Record<string, string>; body?: string };

/** A client that attacks a site: sends any request unchanged, many at a time. */
export function createAttacker(origin: string, connections = 32) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { port } = new URL(origin);
  let requestCount = 0;

  function sendRequest({ path, method = "GET", headers = {}, body }: SendRequest): Promise<ClientResponse> {
    requestCount++;
    return new Promise((resolve) => {
      const options = { host: "127.0.0.1", port, path, method, agent, headers, maxHeaderSize: 1024 * 1024 };
      const clientRequest = request(options, (response) => {
        const chunks: Buffer[] = [];
        const { statusCode: status = 0, headers: responseHeaders } = response;
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("close", () =>
          resolve({ status, headers: responseHeaders, body: Buffer.concat(chunks).toString() }),
        );
      });
      // A connection that the site closes counts as a response.
      clientRequest.on("error", () => resolve({ status: 0, headers: {}, body: "" }));
      clientRequest.end(body);
    });
  }

  return {
    sendRequest,
    /** Posts a form as a page does. */
    post: (path: string, fields: string, headers: Record<string, string> = {}) =>
      sendRequest({
        ...{ path, method: "POST", body: fields },
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      }),
    /** Repeats an action for some milliseconds, on all connections at the same time. @returns the problems it returned */
    async repeat(milliseconds: number, action: (n: number) => Promise<string | false | void>): Promise<string[]> {
      const end = performance.now() + milliseconds;
      const problems: string[] = [];
      let n = 0;
      const repeatUntilEnd = async () => {
        while (performance.now() < end) {
          const problem = await action(n++);
          if (problem) problems.push(problem);
        }
      };
      await Promise.all(Array.from({ length: connections }, repeatUntilEnd));
      return problems;
    },
    /** Opens a connection and writes to it, without reading the response. */
    connect(text: string): Socket {
      requestCount++;
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      return socket.on("error", () => undefined).pause();
    },
    /** Returns the number of requests. */
    count: () => requestCount,
    stop: () => agent.destroy(),
  };
}

export type Attacker = ReturnType<typeof createAttacker>;
