import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EnvironmentError } from "../../runtime/environment-error.ts";
import { openDatabase } from "./database.ts";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";

test("a database of another kind is refused with a message that doesn't contain the password", async () => {
  const opening = openDatabase({ DATABASE_URL: "mysql://site:hidden@db.example/site", DATA_DIR: "data" });
  await expect(opening).rejects.toThrow(/^DATABASE_URL: must begin with postgres:\/\/ or postgresql:\/\/$/);
});

test.each(["", "below", "deep/below"])(
  "a DATA_DIR that is a file, or is below one (%j), is an error with a message for the operator",
  async (path) => {
    const folder = createTestFolder();
    const file = join(folder, "file");
    writeFileSync(file, "");
    const opening = openDatabase({ DATABASE_URL: undefined, DATA_DIR: join(file, path) });
    await expect(opening).rejects.toThrow(EnvironmentError);
    await expect(opening).rejects.toThrow(
      `DATA_DIR=${join(file, path)}: must be a folder that this process can write to`,
    );
  },
);
