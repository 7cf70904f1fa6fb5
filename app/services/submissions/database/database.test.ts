import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EnvironmentError } from "../../runtime/environment-error.ts";
import { openDatabase } from "./database.ts";

test.each(["mysql://site:hidden@db.example/site", "constructor://site:hidden@db.example"])(
  "%s has no driver: the message lists the drivers and doesn't contain the password",
  async (DATABASE_URL) => {
    const message = /^DATABASE_URL: must begin with postgres:\/\/ or (?:\w+:\/\/(?: or )?)+$/;
    await expect(openDatabase({ DATABASE_URL, DATA_DIR: "data" })).rejects.toThrow(message);
  },
);

test.each(["", "below", "deep/below"])(
  "a DATA_DIR that is a file, or is below one (%j), is an error with a message for the operator",
  async (path) => {
    const folder = mkdtempSync(join(tmpdir(), "data-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "file");
    writeFileSync(file, "");
    const opening = openDatabase({ DATABASE_URL: undefined, DATA_DIR: join(file, path) });
    await expect(opening).rejects.toThrow(EnvironmentError);
    await expect(opening).rejects.toThrow(
      `DATA_DIR=${join(file, path)}: must be a folder that this process can write to`,
    );
  },
);
