import { isEnvironmentError, readEnvironment } from "../app/platform/environment.ts";
import { build } from "./build.ts";

/** `npm start`: checks the environment, builds what isn't current, serves. */
try {
  process.env["NODE_ENV"] ??= "production";
  const environment = readEnvironment(process.env);
  build();
  const { serve } = await import("./serve.ts");
  await serve(environment);
} catch (error) {
  if (!isEnvironmentError(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
