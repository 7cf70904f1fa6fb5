import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

function check(version: string, folder = process.cwd()) {
  const fake = `Object.defineProperties(process, { version: { value: "v${version}" }, versions: { value: { node: "${version}" } }, cwd: { value: () => ${JSON.stringify(folder)} } });`;
  return spawnSync(process.execPath, ["-e", `${fake} require("./server/check-node.cjs")`], { encoding: "utf8" });
}

test("a Node older than 24 is refused in one sentence", () => {
  const { status, stderr } = check("18.20.4");
  const sentence =
    /^The site needs Node 24 or later, and this is v18\.20\.4\. On Linux "npm ci" installs it, if [^\n]+\n$/;
  expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  // Before Node 20.11 npm would only say that --disable-warning isn't allowed.
  expect(readFileSync(".npmrc", "utf8")).toContain("node-options=--no-warnings\n");
  for (const version of ["24.0.0", "26.1.0"]) expect(check(version)).toMatchObject({ status: 0, stderr: "" });
});

test.each(["/srv/100%", "/srv/c#", "/srv/what?"])("the folder %s is refused in one sentence", (folder) => {
  const sentence = `The site can't be built in ${folder}: rename the folder, so that its path has no #, % or ?.\n`;
  expect(check("24.0.0", folder)).toMatchObject({ status: 1, stderr: sentence });
});
