import { join } from "node:path";
import { EnvironmentError } from "../runtime/environment-error.ts";
import type { Environment } from "../runtime/environment.ts";
import type { Log } from "../runtime/log.ts";
import { createMediaDisk } from "./media-disk.ts";
import { createMediaS3, type S3Package } from "./media-s3.ts";
import type { MediaStore } from "./media-store.ts";

/** The package isn't a dependency, because a single node doesn't need it. */
const packageName = "@aws-sdk/client-s3@3";

/**
 * Opens the media store of MEDIA_STORE; without the variable, the folder `media` in DATA_DIR.
 * @throws EnvironmentError if the package for S3 isn't installed
 */
export async function openMediaStore({ MEDIA_STORE, DATA_DIR }: Environment, log: Log): Promise<MediaStore> {
  if (!MEDIA_STORE) return createMediaDisk(join(DATA_DIR, "media"), log);
  return createMediaS3(await loadPackage(), MEDIA_STORE, log);
}

async function loadPackage(): Promise<S3Package> {
  try {
    return await import("@aws-sdk/client-s3");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new EnvironmentError(`MEDIA_STORE needs a package: run \`npm install --no-save ${packageName}\` first.`);
  }
}
