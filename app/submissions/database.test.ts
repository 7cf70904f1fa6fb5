import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EnvironmentError } from "../platform/environment-error.ts";
import { openDatabase } from "./database.ts";

test.each(["mysql://site:hidden@db.example/site", "constructor://site:hidden@db.example"])(
  "%s has no driver: the sentence says which there are, and no password",
  async (DATABASE_URL) => {
    const said = /^DATABASE_URL: must begin with postgres:\/\/ or (?:\w+:\/\/(?: or )?)+$/;
    await expect(openDatabase({ DATABASE_URL, DATA_DIR: "data" })).rejects.toThrow(said);
  },
);

test.each(["", "below", "deep/below"])("a DATA_DIR that is a file, or below one (%j), is a sentence", async (below) => {
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "file");
  writeFileSync(file, "");
  const opened = openDatabase({ DATABASE_URL: undefined, DATA_DIR: join(file, below) });
  await expect(opened).rejects.toThrow(EnvironmentError);
  await expect(opened).rejects.toThrow(
    `DATA_DIR=${join(file, below)}: must be a folder that this process can write to`,
  );
});
