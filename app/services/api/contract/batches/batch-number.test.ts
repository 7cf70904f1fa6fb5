import { expect, test } from "vitest";
import { normaliseBatchNumber, toBatchId, toBatchKey } from "./batch-number.ts";

test.each([
  [" ＨＱ‐26\u200b\u200b 01\u0000 ", "HQ-2601"],
  ["hq–2601−1", "hq-2601-1"],
  ["批号：HQ2601", "HQ2601"],
  ["生产批次号 HQ2601", "HQ2601"],
  ["Batch No.: HQ 2601", "HQ2601"],
  ["LOT1", "LOT1"],
  ["批号：", ""],
])("the batch number %j is normalised to %j", (input, number) => {
  expect(normaliseBatchNumber(input)).toBe(number);
  expect(toBatchId(input)).toBe(number.toUpperCase());
});

test.each([
  ["hq-26O1", "HQ2601"],
  ["HQ.26/0l", "HQ2601"],
  ["HQ26Il", "HQ2611"],
  ["LI2601", "LI2601"],
  ["HQ26假01", "HQ26假01"],
  ["HQ26★01", "HQ26★01"],
])("the key of %j is %j, whatever its punctuation and look-alike letters", (number, key) => {
  expect(toBatchKey(number)).toBe(key);
});
