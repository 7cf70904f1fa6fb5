import { enableCompileCache } from "node:module";
import { paths } from "../app/platform/paths.ts";

// Compiled code is kept from one start to the next. It is a third of the time until the first answer, and holds for what
// is imported after this.
enableCompileCache(paths.compileCache);
const { isEnvironmentError, readEnvironment } = await import("../app/platform/environment.ts");

/** `npm start`: checks the environment, builds what isn't current, serves. */
try {
  process.env["NODE_ENV"] ??= "production";
  const environment = readEnvironment(process.env);
  const { build } = await import("./build.ts");
  build();
  const { serve } = await import("./serve.ts");
  await serve(environment);
} catch (error) {
  if (!isEnvironmentError(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
