import { startProgram } from "#tests/setup/programs/running-program.ts";

/** Starts `backend-kit/examples/backend.mjs` on a free port. */
export async function startReferenceBackend() {
  const env = { ...process.env, PORT: "0", HOST: "127.0.0.1" };
  const command = [process.execPath, "backend-kit/examples/backend.mjs"];
  const backend = await startProgram(command, /is at http:\/\/localhost:(\d+)/, { env });
  return { ...backend, origin: `http://127.0.0.1:${backend.match[1]}` };
}
