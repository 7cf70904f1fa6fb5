import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRepository, type Repository } from "../../../app/services/submissions/repository.ts";
import { sweep } from "../../../app/services/submissions/sweep.ts";
import type { Tables } from "../../../app/services/submissions/database/tables.ts";
import { createFreshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";

const dayMs = 24 * 60 * 60 * 1000;

describe.each(storages)("%s", (storage) => {
  let freshStorage: FreshDatabase;
  let database: Kysely<Tables>;
  let inbox: Repository;
  let clock: number;
  beforeEach(async () => {
    clock = 0;
    freshStorage = await createFreshDatabase(storage);
    database = await freshStorage.open();
    inbox = createRepository(database, [], () => clock);
  });
  afterEach(() => freshStorage.remove());

  const storeSubmission = (payload: Record<string, unknown>, contact = "a@b.cn") =>
    inbox.store({ kind: "guestbook", payload, contact, idempotencyKey: JSON.stringify(payload) });

  const getContents = async (submissions: Promise<{ payload: Record<string, unknown> }[]>) =>
    (await submissions).map(({ payload }) => payload["content"]);

  test("a submission that is done leaves the list of open ones, and returns when it is reopened", async () => {
    const { id } = await storeSubmission({ content: "a" });
    await storeSubmission({ content: "b" });
    clock = 5;
    expect(await inbox.markAsDone(id)).toBe(true);
    expect(await getContents(inbox.list({ isDone: false }))).toEqual(["b"]);
    expect(await inbox.list({ isDone: true })).toMatchObject([{ id, doneAt: "1970-01-01T00:00:00.005Z" }]);
    expect(await inbox.reopen(id)).toBe(true);
    expect(await inbox.list({ isDone: true })).toEqual([]);
    expect((await inbox.find(id))?.doneAt).toBeUndefined();
    expect(await inbox.reopen("nowhere")).toBe(false);
  });

  test("notes are listed with their submission, oldest first, and are deleted with it", async () => {
    const { id } = await storeSubmission({ content: "a" });
    await storeSubmission({ content: "b" });
    for (const text of ["第一", "second\nline"]) {
      clock += 1000;
      await inbox.addNote(id, text);
    }
    const notes = [
      { text: "第一", createdAt: "1970-01-01T00:00:01.000Z" },
      { text: "second\nline", createdAt: "1970-01-01T00:00:02.000Z" },
    ];
    expect((await inbox.find(id))?.notes).toEqual(notes);
    expect((await inbox.list()).map((submission) => submission.notes).filter(Boolean)).toEqual([notes]);
    await sweep(database, 1, clock + 2 * dayMs);
    expect(await database.selectFrom("submission_note").selectAll().execute()).toEqual([]);
  });

  test("a note can only be added to an existing submission", async () => {
    await expect(inbox.addNote("nowhere", "text")).rejects.toThrow(/foreign key/i);
  });

  test("a search looks for every word, in every field, in any case and width", async () => {
    const items = [{ id: "huang-qi", title: "黄芪饮片", quantity: 1, sku: "HQ-7" }];
    const { id } = await storeSubmission(
      { name: "Ada", content: "100% _sure_", items, locale: "cn" },
      "+8613800000000",
    );
    await storeSubmission({ name: "Bob", content: "other" });
    await inbox.addNote(id, "Straße");
    for (const text of ["ADA", "黄芪", "饮片 ada", "hq-7", "HUANG", "100%", "_sure", "straße", "ＡＤＡ"]) {
      expect([text, await getContents(inbox.search(text))]).toEqual([text, ["100% _sure_"]]);
    }
    expect(await getContents(inbox.search("138-0000-0000"))).toEqual(["100% _sure_"]);
    for (const text of ["ada bob", "100_", "locale", "[object"]) expect(await inbox.search(text)).toEqual([]);
  });

  test("rows on several pages are all listed and searched, in order", async () => {
    const rows = Array.from({ length: 1203 }, (_, n) => ({
      ...{ id: `id-${n}`, reference: `r-${n}`, kind: "guestbook" as const, contact: "a@b.cn", sender: "" },
      // Several rows have the same time.
      ...{ payload: JSON.stringify({ content: `text ${n}` }), created_at: Math.floor(n / 7), done_at: null },
      ...{ idempotency_key: `k-${n}`, content_hash: "" },
    }));
    await database.insertInto("submission").values(rows).execute();
    const submissions = await inbox.list();
    expect(new Set(submissions.map(({ id }) => id)).size).toBe(1203);
    expect(submissions).toHaveLength(1203);
    const times = submissions.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(await inbox.search("text")).toHaveLength(1203);
    expect(await getContents(inbox.search("text 1202"))).toEqual(["text 1202"]);
  });
});
