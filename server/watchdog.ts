import { spawn } from "node:child_process";
import type { Log } from "../app/platform/log.ts";

/** How often the word is given within the time that systemd allows. */
const wordsPerLimit = 3;

/**
 * Tells systemd that the site takes requests, and from then on that its event loop turns: a process that hangs says nothing,
 * and is started anew. Does nothing where systemd hasn't asked for it (`Type=notify`, `WatchdogSec=`).
 */
export function startWatchdog(log: Log, variables: NodeJS.ProcessEnv = process.env): void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = variables;
  if (!NOTIFY_SOCKET) return;
  let hasFailed = false;
  const notify = (message: string) => {
    const child = spawn("systemd-notify", [message], { stdio: "ignore", env: { ...variables } });
    child.on("error", (error) => {
      if (!hasFailed) log.error({ err: error }, "systemd can't be told that the site is alive");
      hasFailed = true;
    });
  };
  notify("READY=1");
  const limit = Number(WATCHDOG_USEC) / 1000;
  const isAsked = limit > 0 && (!WATCHDOG_PID || WATCHDOG_PID === String(process.pid));
  if (isAsked) setInterval(() => notify("WATCHDOG=1"), limit / wordsPerLimit).unref();
}
