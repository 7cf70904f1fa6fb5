import type { S3Client } from "@aws-sdk/client-s3";
import type { MediaBucket } from "../runtime/media-bucket.ts";
import type { Log } from "../runtime/log.ts";
import { countFailure, type MediaOperation, type MediaStore } from "./media-store.ts";

/** The package, which is loaded only if it is needed. */
export type S3Package = typeof import("@aws-sdk/client-s3");

/** Time limit of an operation. It takes less time to make a small picture again. */
const defaultTimeoutMs = 2000;

/** Pause after a failure, during which S3 isn't used. Then one operation tries again, and the others don't wait for it. */
const pauseMs = 5000;

type Options = {
  /** @default 2000 */
  timeoutMs?: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
};

/**
 * Creates a media store in a bucket of S3 or a compatible service. The SDK reads keys, region and endpoint from the
 * environment. Old files are deleted by a lifecycle rule of the bucket.
 */
export function createMediaS3(
  { S3Client, GetObjectCommand, HeadObjectCommand, PutObjectCommand }: S3Package,
  { bucket, folder, usePathStyle }: MediaBucket,
  log: Log,
  { timeoutMs = defaultTimeoutMs, now = () => performance.now() }: Options = {},
): MediaStore {
  const client: S3Client = new S3Client({
    forcePathStyle: usePathStyle,
    maxAttempts: 2,
    // By default the SDK adds checksums that many compatible services reject.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  let problem: string | undefined;
  let pausedUntil = 0;

  const locate = (name: string) => ({ Bucket: bucket, Key: folder + name });

  /** Runs an operation with a time limit; returns `undefined` if the file is missing or S3 fails. */
  async function run<Result>(
    operation: MediaOperation,
    work: (options: { abortSignal: AbortSignal }) => Promise<Result>,
  ): Promise<Result | undefined> {
    if (now() < pausedUntil) return undefined;
    if (problem !== undefined) pausedUntil = now() + pauseMs;
    const abortSignal = AbortSignal.timeout(timeoutMs);
    try {
      const result = await Promise.race([work({ abortSignal }), rejectOnAbort(abortSignal)]);
      recover();
      return result;
    } catch (error) {
      if (isMissing(error)) recover();
      else fail(operation, error as Error);
      return undefined;
    }
  }

  function recover(): void {
    if (problem !== undefined) log.info("pictures are kept in S3 again");
    problem = undefined;
    pausedUntil = 0;
  }

  function fail(operation: MediaOperation, error: Error): void {
    countFailure(operation);
    pausedUntil = now() + pauseMs;
    if (problem === undefined) log.warn({ err: error, operation }, "S3 can't be used: pictures aren't kept");
    problem = `S3 can't be used (${error.name})`;
  }

  return {
    find: (name) =>
      run("find", async (options) => {
        const { LastModified } = await client.send(new HeadObjectCommand(locate(name)), options);
        const time = LastModified?.getTime();
        return time === undefined ? undefined : { time, age: Date.now() - time };
      }),

    read: (name) =>
      run("read", async (options) => {
        const { Body } = await client.send(new GetObjectCommand(locate(name)), options);
        return Body && new Uint8Array(await Body.transformToByteArray());
      }),

    async write(name, bytes) {
      await run("write", (options) => client.send(new PutObjectCommand({ ...locate(name), Body: bytes }), options));
    },

    getProblem: () => problem,
  };
}

/** Whether an error means that the file is missing. A response to HEAD has no body with a code, so its error is `NotFound`. */
function isMissing(error: unknown): boolean {
  const { name } = error as Error;
  return name === "NoSuchKey" || name === "NotFound";
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
