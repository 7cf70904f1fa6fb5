import { expect, test } from "vitest";
import { openDatabase } from "./database.ts";

test.each(["mysql://site:hidden@db.example/site", "constructor://site:hidden@db.example"])(
  "%s has no driver: the sentence says which there are, and no password",
  async (DATABASE_URL) => {
    const said = /^DATABASE_URL: must begin with postgres:\/\/ or (?:\w+:\/\/(?: or )?)+$/;
    await expect(openDatabase({ DATABASE_URL, DATA_DIR: "data" })).rejects.toThrow(said);
  },
);
