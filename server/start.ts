import { isEnvironmentError } from "../app/platform/environment-error.ts";
import { build, isCurrent } from "./build.ts";
import { loadBundle } from "./bundle.ts";

/** `npm start`: checks the environment, builds what isn't current, serves. */
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
  console.error(error.message);
  process.exitCode = 1;
}
