import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readContentFolder } from "../../app/services/content/files/content-folder.ts";
import { testContent } from "../../tests/setup/test-content.ts";
import { drawPlates } from "./draw-plates.ts";

test("only plates that change are drawn, and the file that one was linked to stays as it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "plates-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [earlier, later] = [join(folder, "earlier"), join(folder, "later")];
  const herbs = new Map([...readContentFolder(testContent).source.herbs].slice(0, 2));
  const [one, other] = [...herbs.keys()] as [string, string];
  expect(drawPlates(herbs, earlier)).toEqual([one, other]);
  expect(drawPlates(herbs, earlier)).toEqual([]);
  mkdirSync(later);
  writeFileSync(join(earlier, `${other}.svg`), "of another time");
  for (const id of [one, other]) linkSync(join(earlier, `${id}.svg`), join(later, `${id}.svg`));
  expect(drawPlates(herbs, later)).toEqual([other]);
  expect(readFileSync(join(earlier, `${other}.svg`), "utf8")).toBe("of another time");
});
