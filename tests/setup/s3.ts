import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { S3Package } from "../../app/services/media/media-s3.ts";
import { findFreePort } from "./free-port.ts";

/** Folder with a separate lock file, because only tests need the S3 server, and few sites need the SDK. */
export const s3Folder = join("tests", "s3");

/** Folder `node_modules` with these packages, for a site that uses S3. */
export const s3Packages = resolve(s3Folder, "node_modules");

/** Returns the reason why S3 can't be tested on this machine; `undefined` if it can. */
export function getMissingS3Reason(): string | undefined {
  return existsSync(s3Packages) ? undefined : "`npm ci --prefix tests/s3` would install an S3 server";
}

/** Loads the SDK. */
export async function loadS3Package(): Promise<S3Package> {
  const { resolve: find } = createRequire(join(s3Packages, "package.json"));
  return (await import(pathToFileURL(find("@aws-sdk/client-s3")).href)) as S3Package;
}

export type RunningS3 = {
  origin: string;
  /** Environment variables for a site that stores its pictures on this server. */
  variables: Record<string, string>;
  /** Lists the names of the stored files. */
  list(): string[];
  /** Kills the server, as a crash would. The data stay. */
  stop(): Promise<void>;
  /** Starts the stopped server on the same port. */
  start(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
};

/** Starts an S3 server on loopback with an empty bucket. It accepts one key id, and doesn't check signatures. */
export async function startS3(): Promise<RunningS3> {
  const folder = mkdtempSync(join(tmpdir(), "s3-"));
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  let stopServer = await launch(folder, port);
  return {
    origin,
    variables: {
      ...{ MEDIA_STORE: "s3://pictures/site?use_path_style=true", AWS_REGION: "us-east-1" },
      ...{ AWS_ENDPOINT_URL_S3: origin, AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" },
    },
    list: () =>
      readdirSync(join(folder, "pictures"), { recursive: true, encoding: "utf8" }).flatMap(
        (file) => /^(.*)\._S3rver_object$/.exec(file)?.[1] ?? [],
      ),
    stop: () => stopServer(),
    async start() {
      stopServer = await launch(folder, port);
    },
    async remove() {
      await stopServer();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the program and waits until it accepts connections. @returns a function that stops it */
async function launch(folder: string, port: number): Promise<() => Promise<void>> {
  const options = ["--configure-bucket", "pictures", "--no-vhost-buckets", "--silent"];
  const child = spawn(
    process.execPath,
    [
      ...["--no-warnings", join(s3Packages, "s3rver", "bin", "s3rver.js")],
      ...["--directory", folder, "--address", "127.0.0.1", "--port", String(port), ...options],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  const exitPromise = new Promise<void>((done) => child.once("exit", () => done()));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (child.exitCode !== null || attempt > 500) throw new Error(`the S3 server did not start:\n${output}`);
    await sleep(50);
  }
  return async () => {
    kill();
    await exitPromise;
    process.off("exit", kill);
  };
}

async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}
