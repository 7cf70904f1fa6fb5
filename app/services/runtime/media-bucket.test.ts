import { expect, test } from "vitest";
import { parseMediaBucket } from "./media-bucket.ts";

test.each([
  ["s3://pictures", { bucket: "pictures", folder: "", usePathStyle: false }],
  ["s3://my.pictures-1/", { bucket: "my.pictures-1", folder: "", usePathStyle: false }],
  ["s3://pictures/site/media/", { bucket: "pictures", folder: "site/media/", usePathStyle: false }],
  ["s3://pictures/a?use_path_style=true", { bucket: "pictures", folder: "a/", usePathStyle: true }],
  ["s3://pictures?use_path_style=false", { bucket: "pictures", folder: "", usePathStyle: false }],
])("%s is a bucket", (address, bucket) => expect(parseMediaBucket(address)).toEqual(bucket));

const others =
  "https://s3.example/pictures s3:pictures s3:// s3:///folder s3://Pictures s3://ab s3://key:secret@pictures " +
  "s3://pictures:9000 s3://pictures/a//b s3://pictures/a%20b s3://pictures/../a s3://pictures#a " +
  "s3://pictures?use_path_style=1 s3://pictures?region=eu-central-1";

test.each(others.split(" "))("%s isn't one", (address) => expect(parseMediaBucket(address)).toBeUndefined());
