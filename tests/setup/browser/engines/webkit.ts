import { spawn, spawnSync } from "node:child_process";
import { createBrowserEnvironment } from "#tests/setup/browser/fonts.ts";
import { waitForListening } from "#tests/setup/proxies/external-server.ts";
import { findFreePort } from "#tests/setup/proxies/free-port.ts";
import type { Engine, EngineLauncher } from "./engine.ts";

const programs = ["WebKitWebDriver", "xvfb-run"];
const missingPrograms = programs.filter((name) => spawnSync("which", [name]).status !== 0);

/** The installed WebKitGTK, driven by WebDriver (https://www.w3.org/TR/webdriver2) on a virtual screen. */
export const webkit: EngineLauncher = {
  name: "WebKitGTK",
  missing: missingPrograms.length > 0 ? `there is no ${missingPrograms.join(", ")}` : undefined,
  launch,
};

async function launch(): Promise<Engine> {
  const port = await findFreePort();
  // Starts a group of processes, so that closing the browser also ends the virtual screen.
  const args = ["-a", "WebKitWebDriver", `--port=${port}`];
  const driver = spawn("xvfb-run", args, { detached: true, stdio: "ignore", env: createBrowserEnvironment() });
  const call = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    const { value } = (await response.json()) as { value: Value & { message?: string } };
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  await waitForListening(driver, `http://127.0.0.1:${port}/status`);
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities: {} });
  const session = `/session/${sessionId}`;
  return {
    problems: [],
    open: (url) => call("POST", `${session}/url`, { url }),
    async evaluate<Value>(expression: string) {
      const script = `return JSON.stringify(${expression}) ?? "null"`;
      return JSON.parse(await call<string>("POST", `${session}/execute/sync`, { script, args: [] })) as Value;
    },
    async close() {
      await call("DELETE", session);
      process.kill(-driver.pid!);
    },
  };
}
