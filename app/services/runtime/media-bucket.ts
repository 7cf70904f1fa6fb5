/** A folder in an S3 bucket. */
export type MediaBucket = {
  bucket: string;
  /** Empty, or ends with a slash. */
  folder: string;
  /** Whether the bucket is in the path of requests, not in the name of the host. */
  usePathStyle: boolean;
};

/** Lower-case letters, digits, dots and hyphens, 3 to 63: S3's rule for bucket names. */
const bucketPattern = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;

/** Parses an address such as `s3://bucket/folder?use_path_style=true`; returns `undefined` for any other one. */
export function parseMediaBucket(address: string): MediaBucket | undefined {
  const [, bucket = "", path = "", query] = /^s3:\/\/([^/?#]+)((?:\/[\w.-]+)*)\/?(?:\?([^#]*))?$/.exec(address) ?? [];
  if (!bucketPattern.test(bucket) || path.split("/").some((part) => part === "." || part === "..")) return undefined;
  const { use_path_style: style = "false", ...others } = Object.fromEntries(new URLSearchParams(query));
  if (!["true", "false"].includes(style) || Object.keys(others).length > 0) return undefined;
  return { bucket, folder: path && `${path.slice(1)}/`, usePathStyle: style === "true" };
}
