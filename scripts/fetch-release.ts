import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { withPublisher } from "./with-publisher.ts";

/** Copies the current release of the database, which nodes share, into the folder of this node. */
try {
  await withPublisher(readEnvironment(process.env), ({ releases }) => releases.readCurrent());
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
}
