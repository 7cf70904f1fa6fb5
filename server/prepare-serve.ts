import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { build, isCurrent } from "./build.ts";
import { prepare } from "./prepare.ts";

/** Entry of `npm run serve`, before `react-router-serve`: prepares the release, and builds the code if necessary. */
try {
  await prepare(process.env, async () => {
    if (!isCurrent()) await build();
  });
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
