import { spawn } from "node:child_process";
import type { Log } from "#app/services/runtime/log.ts";

/** Notifications per timeout; systemd recommends at least two. */
const notificationsPerTimeout = 3;

/**
 * Notifies systemd that the site is ready, and again and again that it still runs, because systemd restarts a process
 * whose event loop stays silent (`Type=notify`, `WatchdogSec=`). `deploy/site-admin` reads `origin` from the status.
 */
export function startWatchdog(log: Log, origin: string, variables: NodeJS.ProcessEnv = process.env): void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = variables;
  if (!NOTIFY_SOCKET) return;
  let hasFailed = false;
  const notify = (...messages: string[]) => {
    const child = spawn("systemd-notify", messages, { stdio: "ignore", env: { ...variables } });
    child.on("error", (error) => {
      if (!hasFailed) log.error({ err: error }, "systemd can't be notified that the site is alive");
      hasFailed = true;
    });
  };
  notify("READY=1", `STATUS=${origin}`);
  const timeoutMs = Number(WATCHDOG_USEC) / 1000;
  const isEnabled = timeoutMs > 0 && (!WATCHDOG_PID || WATCHDOG_PID === String(process.pid));
  if (isEnabled) setInterval(() => notify("WATCHDOG=1"), timeoutMs / notificationsPerTimeout).unref();
}
