import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRepository, type Repository } from "../../../app/services/submissions/repository.ts";
import { createFreshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";

const createMessage = (content: string, idempotencyKey = content) => ({
  kind: "guestbook" as const,
  payload: { name: "王", contact: "13812345678", content, locale: "cn" },
  contact: "+8613812345678",
  idempotencyKey,
});

describe.each(storages)("%s", (storage) => {
  let freshStorage: FreshDatabase;
  let repository: Repository;
  beforeEach(async () => {
    let clock = 0;
    freshStorage = await createFreshDatabase(storage);
    repository = createRepository(await freshStorage.open(), [], () => ++clock);
  });
  afterEach(() => freshStorage.remove());

  test("an accepted submission still exists after the process has ended, with the same bytes", async () => {
    const content = "  第一行\n第二行\t🌿  =SUM(A1) <b>'\"\\ ";
    const { reference, status } = await repository.store(createMessage(content));
    const [submission] = await createRepository(await freshStorage.open()).list();
    expect([status, submission?.reference, submission?.payload["content"]]).toEqual(["stored", reference, content]);
    expect(submission?.createdAt).toMatch(/^1970-01-01T00:00:00\.\d{3}Z$/);
  });

  test("the same key and content is the same submission; other content is reported", async () => {
    const first = await repository.store(createMessage("a", "key"));
    expect(await repository.store(createMessage("a", "key"))).toEqual({ ...first, status: "duplicate" });
    expect(await repository.store(createMessage("b", "key"))).toEqual({ ...first, status: "conflict" });
    expect(await repository.list()).toHaveLength(1);
  });

  test("fifty equal concurrent submissions are one row", async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => repository.store(createMessage("a", "key"))));
    expect(new Set(results.map(({ reference }) => reference)).size).toBe(1);
    expect(results.filter(({ status }) => status === "stored")).toHaveLength(1);
    expect(await repository.list()).toHaveLength(1);
  });

  test("the list is newest first and can be filtered; an item is found by id or reference", async () => {
    await repository.store(createMessage("a"));
    await repository.store({ ...createMessage("b"), kind: "quotation" });
    const [b, a] = await repository.list();
    expect([a?.payload["content"], b?.payload["content"]]).toEqual(["a", "b"]);
    expect(await repository.list({ kind: "guestbook", status: "stored" })).toEqual([a]);
    expect(await repository.list({ status: "failed" })).toEqual([]);
    expect(await repository.find(a!.id)).toMatchObject(a!);
    expect(await repository.find(a!.reference)).toMatchObject(a!);
    expect(await repository.find("nowhere")).toBeUndefined();
  });

  test("rows are equal in every storage: times and counts are numbers", async () => {
    await repository.store(createMessage("a"));
    const database = await freshStorage.open();
    const row = await database.selectFrom("submission").selectAll().executeTakeFirstOrThrow();
    expect([row.created_at, row.done_at]).toEqual([expect.any(Number), null]);
    const { count } = await database
      .selectFrom("submission")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    expect(await repository.markAsDone(row.id)).toBe(true);
    expect(await repository.retry(row.id)).toBe(false);
  });

  test("concurrent processes create the tables once, and find existing data", async () => {
    const otherStorage = await createFreshDatabase(storage);
    const databases = await Promise.all(Array.from({ length: 6 }, () => otherStorage.open()));
    await createRepository(databases[0]!).store(createMessage("a"));
    databases.push(await otherStorage.open());
    for (const database of databases) expect(await createRepository(database).list()).toHaveLength(1);
    await otherStorage.remove();
  });

  test("a rejected submission leaves no row, and a repeated one skips the check", async () => {
    const refuse = () => Promise.reject(new Error("no more"));
    await expect(repository.store(createMessage("a"), refuse)).rejects.toThrow("no more");
    expect(await repository.list()).toEqual([]);
    const first = await repository.store(createMessage("a"));
    expect(await repository.store(createMessage("a"), refuse)).toEqual({ ...first, status: "duplicate" });
  });
});
