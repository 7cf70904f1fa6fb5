import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { writeConsoleAsJson } from "#app/services/runtime/json-console.ts";
import { build, isCurrent, loadServer } from "./build.ts";

/** Entry of `npm start`: builds the code if necessary, and starts the server. */
writeConsoleAsJson();
process.env["NODE_ENV"] ??= "production";
try {
  const prepared = isCurrent() ? undefined : await prepareAndBuild();
  const { start } = await loadServer();
  await start(process.env, prepared);
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  // The operator gets the message without a stack.
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** Compiles the content while the code is built, once the fast checks have passed. */
async function prepareAndBuild(): Promise<{ contentProblem: string | undefined }> {
  // Imported only for a build, because the server's bundle contains these modules, too.
  const { prepare } = await import("./prepare.ts");
  return { contentProblem: await prepare(process.env, build) };
}
