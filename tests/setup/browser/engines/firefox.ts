import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createBrowserEnvironment } from "#tests/setup/browser/fonts.ts";
import type { Engine, EngineLauncher } from "./engine.ts";

const program = "firefox-esr";

/** The installed Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi) without a separate driver. */
export const firefox: EngineLauncher = {
  name: "Firefox",
  missing: spawnSync(program, ["--version"]).status === 0 ? undefined : `there is no ${program}`,
  launch,
};

type Reply = { id?: number; method?: string; type?: string; message?: string; result?: unknown; params?: LogEntry };
type LogEntry = { level: string; text: string | null };

async function launch(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const args = ["--headless", "--remote-debugging-port", "0", "--profile", profile, "--width", "360"];
  const browser = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], env: createBrowserEnvironment() });
  const socket = new WebSocket(`${await readAddress(browser.stderr)}/session`);
  await once(socket, "open");
  const problems: string[] = [];
  const send = createSender(socket, ({ level, text }) => level === "error" && problems.push(text ?? ""));
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const { context } = contexts[0]!;
  return {
    problems,
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    async evaluate<Value>(expression: string) {
      const reply = await send<{ result?: { value?: string }; exceptionDetails?: { text: string } }>(
        "script.evaluate",
        {
          target: { context },
          awaitPromise: true,
          expression: `JSON.stringify(${expression}) ?? "null"`,
        },
      );
      if (!reply.result) throw new Error(reply.exceptionDetails?.text);
      return JSON.parse(reply.result.value!) as Value;
    },
    async close() {
      socket.close();
      browser.kill();
      await once(browser, "exit");
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function readAddress(output: Readable): Promise<string> {
  let startOutput = "";
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    startOutput += String(chunk);
    const address = /ws:\/\/\S+/.exec(startOutput)?.[0];
    if (address) return output.resume() && address;
  }
  throw new Error(`Firefox ended without reporting its WebSocket address: ${startOutput}`);
}

function createSender(socket: WebSocket, onLog: (entry: LogEntry) => void) {
  let lastId = 0;
  const pendingCalls = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, method, type, message, result, params } = JSON.parse(String(data)) as Reply;
    if (method === "log.entryAdded" && params) onLog(params);
    const command = pendingCalls.get(id ?? 0);
    if (type === "error") command?.reject(new Error(message));
    else command?.resolve(result);
  });
  return <Result>(method: string, params: object): Promise<Result> => {
    const command = Promise.withResolvers<unknown>();
    pendingCalls.set(++lastId, command);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return command.promise as Promise<Result>;
  };
}
