import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRepository, type Repository } from "../../../app/submissions/repository.ts";
import { freshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";

const message = (content: string, idempotencyKey = content) => ({
  kind: "guestbook" as const,
  payload: { name: "王", contact: "13812345678", content, locale: "cn" },
  contact: "+8613812345678",
  idempotencyKey,
});

describe.each(storages)("%s", (storage) => {
  let fresh: FreshDatabase;
  let repository: Repository;
  beforeEach(async () => {
    let clock = 0;
    fresh = await freshDatabase(storage);
    repository = createRepository(await fresh.open(), [], () => ++clock);
  });
  afterEach(() => fresh.remove());

  test("what is accepted is there after the process has ended, text byte for byte", async () => {
    const content = "  第一行\n第二行\t🌿  =SUM(A1) <b>'\"\\ ";
    const { reference, outcome } = await repository.accept(message(content));
    const [kept] = await createRepository(await fresh.open()).list();
    expect([outcome, kept?.reference, kept?.payload["content"]]).toEqual(["stored", reference, content]);
    expect(kept?.createdAt).toMatch(/^1970-01-01T00:00:00\.\d{3}Z$/);
  });

  test("the same key with the same content is the same submission, with other content it is told so", async () => {
    const first = await repository.accept(message("a", "key"));
    expect(await repository.accept(message("a", "key"))).toEqual({ ...first, outcome: "repeated" });
    expect(await repository.accept(message("b", "key"))).toEqual({ ...first, outcome: "changed" });
    expect(await repository.list()).toHaveLength(1);
  });

  test("fifty equal ones at once are one row", async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => repository.accept(message("a", "key"))));
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(1);
    expect(all.filter(({ outcome }) => outcome === "stored")).toHaveLength(1);
    expect(await repository.list()).toHaveLength(1);
  });

  test("the list is newest first, and can be narrowed; one is found by id or reference", async () => {
    await repository.accept(message("a"));
    await repository.accept({ ...message("b"), kind: "quotation" });
    const [b, a] = await repository.list();
    expect([a?.payload["content"], b?.payload["content"]]).toEqual(["a", "b"]);
    expect(await repository.list({ kind: "guestbook", status: "stored" })).toEqual([a]);
    expect(await repository.list({ status: "failed" })).toEqual([]);
    expect(await repository.find(a!.id)).toMatchObject(a!);
    expect(await repository.find(a!.reference)).toMatchObject(a!);
    expect(await repository.find("nowhere")).toBeUndefined();
  });

  test("a row looks the same from every storage: times and counts are numbers", async () => {
    await repository.accept(message("a"));
    const database = await fresh.open();
    const row = await database.selectFrom("submission").selectAll().executeTakeFirstOrThrow();
    expect([row.created_at, row.done_at]).toEqual([expect.any(Number), null]);
    const { count } = await database
      .selectFrom("submission")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    expect(await repository.done(row.id)).toBe(true);
    expect(await repository.retry(row.id)).toBe(false);
  });

  test("processes that start at once make the tables once, and find what is there already", async () => {
    const another = await freshDatabase(storage);
    const opened = await Promise.all(Array.from({ length: 6 }, () => another.open()));
    await createRepository(opened[0]!).accept(message("a"));
    opened.push(await another.open());
    for (const database of opened) expect(await createRepository(database).list()).toHaveLength(1);
    await another.remove();
  });

  test("what isn't admitted leaves nothing behind, and a repeated one isn't asked for", async () => {
    const refuse = () => Promise.reject(new Error("no more"));
    await expect(repository.accept(message("a"), refuse)).rejects.toThrow("no more");
    expect(await repository.list()).toEqual([]);
    const first = await repository.accept(message("a"));
    expect(await repository.accept(message("a"), refuse)).toEqual({ ...first, outcome: "repeated" });
  });
});
