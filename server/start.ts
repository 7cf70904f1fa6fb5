import { isEnvironmentError } from "../app/platform/environment-error.ts";
import { writeConsoleAsJson } from "../app/platform/json-console.ts";
import { build, isCurrent } from "./build.ts";
import { loadBundle } from "./bundle.ts";

/** `npm start`: checks the environment, builds what isn't current, serves. */
writeConsoleAsJson();
try {
  process.env["NODE_ENV"] ??= "production";
  if (!isCurrent()) {
    // Before the build, which takes long. Otherwise the bundle checks it, and brings the code for it.
    const { readEnvironment } = await import("../app/platform/environment.ts");
    readEnvironment(process.env);
    build();
  }
  const { serve } = await loadBundle();
  await serve(process.env);
} catch (error) {
  if (!isEnvironmentError(error)) throw error;
  // For the person who starts it, in words.
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
