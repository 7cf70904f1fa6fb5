import { once } from "node:events";
import { createServer, isIPv6, type AddressInfo, type Server } from "node:net";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import type { Environment } from "#app/services/runtime/environment.ts";

type ListenAddress = Pick<Environment, "PORT" | "HOST">;

/** systemd's number for the first socket that it passes to a process. */
const passedSocket = 3;

/**
 * Whether systemd passed a socket (deploy/systemd/herbal-website.socket), in which connections wait during a restart.
 */
function isSocketPassed({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): boolean {
  return LISTEN_FDS === "1" && LISTEN_PID === String(process.pid);
}

/** Returns the origin at which this machine reaches a server. With `HOST` that may be no loopback address. */
export function getOrigin({ address, port }: Pick<AddressInfo, "address" | "port">): string {
  const isLocal = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(address);
  return `http://${isLocal ? "localhost" : isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** Checks early whether the server can listen. @throws EnvironmentError if it can't */
export async function checkPort(address: ListenAddress, variables: NodeJS.ProcessEnv): Promise<void> {
  if (isSocketPassed(variables)) return;
  const probe = createServer((socket) => socket.destroy());
  await listen(probe, address, variables);
  await new Promise((resolve) => probe.close(resolve));
}

/** @throws EnvironmentError if it can't listen */
export async function listen(
  server: Server,
  { PORT, HOST }: ListenAddress,
  variables: NodeJS.ProcessEnv,
): Promise<void> {
  server.listen(isSocketPassed(variables) ? { fd: passedSocket } : { port: PORT, host: HOST, backlog: 1024 });
  try {
    await once(server, "listening");
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (!syscall) throw error;
    throw new EnvironmentError(
      code === "EADDRINUSE"
        ? `Port ${PORT} is in use. Set PORT to another one.`
        : `Can't listen on ${HOST ?? "all addresses"}, port ${PORT} (${code}). Check HOST and PORT.`,
    );
  }
}
