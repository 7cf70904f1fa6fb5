import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

function check(version: string) {
  const fake = `Object.defineProperties(process, { version: { value: "v${version}" }, versions: { value: { node: "${version}" } } });`;
  return spawnSync(process.execPath, ["-e", `${fake} require("./server/check-node.cjs")`], { encoding: "utf8" });
}

test("a Node older than 24 is refused in one sentence", () => {
  const { status, stderr } = check("18.20.4");
  const sentence =
    /^The site needs Node 24 or later, and this is v18\.20\.4\. On Linux "npm ci" installs it, if [^\n]+\n$/;
  expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  for (const version of ["24.0.0", "26.1.0"]) expect(check(version)).toMatchObject({ status: 0, stderr: "" });
});
