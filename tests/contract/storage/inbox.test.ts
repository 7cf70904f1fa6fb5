import { expect, test, vi } from "vitest";
import { createRateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import { toTime } from "#app/services/submissions/database/time.ts";
import { forgetContact } from "#app/services/submissions/inbox/forget.ts";
import {
  createMissedCounter,
  listMissedSearches,
  listMissedWords,
} from "#app/services/submissions/inbox/missed-searches.ts";
import type { Filter } from "#app/services/submissions/inbox/submission-list.ts";
import { createLoginCodes } from "#app/services/submissions/login/login-codes.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { createBaskets, limitBaskets, type BasketNotes } from "#app/services/submissions/orders/basket.ts";
import { createSystemSubmission } from "#app/services/submissions/outbox/delivery.ts";
import { storeAnnouncement } from "#app/services/submissions/outbox/search-engines.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { advanceTime, startSweeping, sweep } from "#app/services/submissions/received/sweep.ts";
import { describeEachDatabase } from "#tests/setup/database/databases.ts";
import { createVisitorData } from "#tests/setup/database/visitor-data.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

const dayMs = 24 * 60 * 60 * 1000;

describeEachDatabase((storage) => {
  const createInbox = () => createRepository(storage.database, [], storage.now);
  const store = (payload: Record<string, unknown>, contact = "a@b.cn") =>
    createInbox().store({ kind: "guestbook", payload, contact, idempotencyKey: JSON.stringify(payload) });
  const getContents = async (submissions: Promise<{ payload: Record<string, unknown> }[]>) =>
    (await submissions).map(({ payload }) => payload["content"]);

  test("the list starts with the newest submission, and can be filtered by kind, status and done", async () => {
    const inbox = createInbox();
    const { id } = await store({ content: "a" });
    storage.time += 1000;
    await inbox.store({ kind: "quotation", payload: { content: "b" }, contact: "a@b.cn", idempotencyKey: "b" });
    expect(await getContents(inbox.list())).toEqual(["b", "a"]);
    expect(await getContents(inbox.list({ kind: "guestbook", status: "stored" }))).toEqual(["a"]);
    expect(await inbox.list({ status: "failed" })).toEqual([]);
    expect(await inbox.markAsDone(id)).toBe(true);
    expect(await getContents(inbox.list({ isDone: false }))).toEqual(["b"]);
    expect(await inbox.list({ isDone: true })).toMatchObject([{ id, doneAt: "2027-01-15T08:00:01.000Z" }]);
    expect(await inbox.reopen(id)).toBe(true);
    expect(await inbox.list({ isDone: true })).toEqual([]);
    expect((await inbox.find(id))?.doneAt).toBeUndefined();
    expect([await inbox.reopen("nowhere"), await inbox.find("nowhere")]).toEqual([false, undefined]);
  });

  test("notes are listed with their submission, oldest first, and only an existing submission can get notes", async () => {
    const inbox = createInbox();
    const { id, reference } = await store({ content: "a" });
    await store({ content: "b" });
    for (const text of ["第一", "second\nline"]) {
      storage.time += 1000;
      await inbox.addNote(id, text);
    }
    const notes = [
      { text: "第一", createdAt: "2027-01-15T08:00:01.000Z" },
      { text: "second\nline", createdAt: "2027-01-15T08:00:02.000Z" },
    ];
    expect((await inbox.find(reference))?.notes).toEqual(notes);
    expect((await inbox.list()).map((submission) => submission.notes).filter(Boolean)).toEqual([notes]);
    await expect(inbox.addNote("nowhere", "text")).rejects.toThrow(/foreign key/i);
  });

  test("a search looks for every word, in every field, in any case and width", async () => {
    const inbox = createInbox();
    const items = [{ id: "huang-qi", title: "黄芪饮片", quantity: 235, unit: "kg", sku: "HQ-7" }];
    const fields = { name: "Ada", company: "Müller\\Söhne\0GmbH 王小明", content: "100% _sure_" };
    const { id } = await store({ ...fields, items, locale: "cn" }, "+8613800000000");
    await store({ name: "Bob", content: "other" });
    await inbox.addNote(id, "Straße");
    const words = ["ADA", "黄芪", "芪", "饮片 ada", "hq-7 235 kg", "HUANG", "100%", "_sure", "straße", "ＡＤＡ"];
    for (const text of [...words, "ada ＳＴＲＡ 小明", "MÜLLER\\SÖHNE", "söhne\0gmbh", "+861380", "8000000"]) {
      expect([text, await getContents(inbox.list({ text }))]).toEqual([text, ["100% _sure_"]]);
    }
    expect(await getContents(inbox.list({ text: "138-0000-0000" }))).toEqual(["100% _sure_"]);
    expect(await inbox.list({ text: "\0" })).toHaveLength(2);
    for (const text of ["ada bob", "100_", "a%a", "\\%", "'", "locale", "[object"])
      expect(await inbox.list({ text })).toEqual([]);
  });

  test("pages and batches of rows contain every submission once, newest first, even if several have the same time", async () => {
    const inbox = createInbox();
    for (let n = 0; n < 75; n++) {
      if (n % 25 === 0) storage.time += 1000;
      const { id } = await store({ content: `${n % 2 ? "odd" : "even"} ${n}` }, `${n % 3}@b.cn`);
      if (n < 10) await inbox.markAsDone(id);
    }
    const all = (await inbox.list()).map(({ id }) => id);
    expect(new Set(all).size).toBe(75);
    const readPages = async (filter: Filter) => {
      const pages = await Promise.all([1, 2, 3].map((page) => inbox.readPage(filter, page)));
      return {
        ids: pages.flatMap(({ submissions }) => submissions.map(({ id }) => id)),
        counts: pages.map(({ count }) => count),
      };
    };
    expect(await readPages({})).toEqual({ ids: all, counts: [75, 75, 75] });
    const open = await inbox.list({ isDone: false });
    expect(await readPages({ isDone: false })).toEqual({ ids: open.map(({ id }) => id), counts: [65, 65, 65] });
    const oddMessages = await inbox.list({ text: "ODD" });
    expect(await readPages({ text: "odd" })).toEqual({ ids: oddMessages.map(({ id }) => id), counts: [37, 37, 37] });
    expect([await inbox.count({ isDone: false }), await inbox.count({ contact: "1@b.cn" })]).toEqual([65, 25]);
    const [latestSubmission] = await inbox.list();
    const since = Date.parse(latestSubmission!.createdAt);
    const recent = (await inbox.list()).filter(({ createdAt }) => Date.parse(createdAt) >= since);
    expect([await inbox.count({ since: 0 }), await inbox.count({ since })]).toEqual([75, recent.length]);
    expect(await inbox.count({ since: since + 1 })).toBe(0);
  });

  test("a page parses only its messages' texts, and other work runs between the parts of a search", async () => {
    const inbox = createInbox();
    for (let n = 0; n < 100; n++) await store({ content: `message ${n}` }, `${n}@b.cn`);
    const parse = vi.spyOn(JSON, "parse");
    for (const filter of [{}, { isDone: false }]) await inbox.readPage(filter, 2);
    await inbox.count({ isDone: false });
    expect(await inbox.readPage({ text: "MESSAGE" }, 2)).toMatchObject({ count: 100 });
    expect(parse.mock.calls.filter(([text]) => text.includes("message"))).toHaveLength(90);
    parse.mockRestore();
    let turns = 0;
    const search = inbox.list({ text: "message" }).finally(() => clearImmediate(turn));
    let turn = setImmediate(function count() {
      turns++;
      turn = setImmediate(count);
    });
    expect([await search, turns > 4]).toEqual([expect.any(Array), true]);
  });

  test("a search finds all messages and notes that an earlier version stores, even while that version is still running", async () => {
    const inbox = createInbox();
    for (let n = 0; n < 45; n++) await inbox.addNote((await store({ content: `第 ${n}号` })).id, `已回电 ${n}次`);
    for (let start = 0; start < 2; start++) {
      for (const table of ["submission", "submission_note"] as const)
        await storage.database.updateTable(table).set({ search_text: null }).execute();
      expect(await getContents(inbox.list({ text: "第 44号 回电 44次" }))).toEqual(["第 44号"]);
      expect(await inbox.list({ text: "第 已回电" })).toHaveLength(45);
    }
  });

  test("messages of an earlier version are prepared for searches after a start", async () => {
    const { database } = storage;
    await store({ content: "a" });
    await database.updateTable("submission").set({ search_text: null }).execute();
    startSweeping(database, undefined, createRecordingLog(), async () => {});
    const getTexts = () => database.selectFrom("submission").select("search_text").execute();
    await expect.poll(getTexts).toEqual([{ search_text: expect.stringContaining("a@b.cn") }]);
    await database.deleteFrom("secret").where("name", "=", "swept").execute();
  });

  test("a search of more messages than are compared at once finds all matches, newest first", async () => {
    const inbox = createInbox();
    const { database, now } = storage;
    const rows = Array.from({ length: 450 }, (_, n) => {
      const id = String(n).padStart(3, "0");
      return {
        ...createSystemSubmission(id, "announcement", { content: id }, now()),
        kind: "guestbook" as const,
        search_text: null,
      };
    });
    await database.insertInto("submission").values(rows).execute();
    const { submissions, count } = await inbox.readPage({ text: "9" }, 3);
    const ids = rows
      .map(({ id }) => id)
      .filter((id) => id.includes("9"))
      .reverse();
    expect([submissions.map(({ id }) => id), count]).toEqual([ids.slice(60, 90), ids.length]);
  });

  test.each(["victim@example.com", "+8613812345678"])(
    "%s is deleted from every table, and the data of others stay",
    async (contact) => {
      const { database } = storage;
      await createVisitorData(database, contact, "forgettable");
      await createVisitorData(database, "other@example.com", "memorable");
      const limitsBefore = await database.selectFrom("rate_limit").selectAll().execute();
      expect((await forgetContact(database, contact)).count).toBe(20);
      const tables = ["submission", "submission_note", "delivery", "session", "open_code", "rate_limit"] as const;
      const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
      expect(rows.map(({ length }) => length)).toEqual([20, 20, 20, 1, 1, limitsBefore.length - 1]);
      const text = JSON.stringify(rows);
      expect([text.includes(contact), text.includes("forgettable")]).toEqual([false, false]);
      expect((await forgetContact(database, contact)).count).toBe(0);
    },
  );

  test("a submission with several contacts is found and deleted by each of them, and by no part of one", async () => {
    const inbox = createInbox();
    const contacts = "+8613812345678 a_b@c.example wang_wei";
    await store({ content: "own" }, contacts);
    await store({ content: "other" }, "axb@c.example");
    const search = (text: string) => getContents(inbox.list({ text }));
    expect(await search("138 1234 5678")).toEqual(["own"]);
    expect(await search("A_B@c.example")).toEqual(["own"]);
    expect(await inbox.count({ contact: "b@c.example" })).toBe(0);
    expect(await inbox.count({ contact: "axb@c.example wang_wei" })).toBe(2);
    expect((await forgetContact(storage.database, "wang_wei")).count).toBe(1);
    expect(await getContents(inbox.list())).toEqual(["other"]);
  });

  test("expired rows are deleted; undelivered and younger ones stay", async () => {
    const { database, now } = storage;
    const inbox = createRepository(database);
    const storeFor = (key: string, destinations: ["api"] | []) =>
      createRepository(database, destinations, now).store({
        ...{ kind: "guestbook", payload: { key }, contact: "a@b.cn", idempotencyKey: key },
      });
    const { id } = await storeFor("old", []);
    await inbox.addNote(id, "a note");
    await storeFor("old, to be delivered", ["api"]);
    await createRateLimiter(database, now).countAttempt("submission", "1.2.3.4");
    await createBaskets(database, now).change(undefined, () => [{ id: "huang-qi", quantity: 1 }]);
    await createLoginCodes(database, now).issue("a@b.cn", "browser");
    await createSessions(database, now).open("a@b.cn");
    // An earlier version has stored a purge of a CDN.
    const message = { ...createSystemSubmission("m1", "announcement", {}, now()), kind: "cdn-purge" as const };
    await database.insertInto("submission").values(message).execute();
    await storeAnnouncement(database, ["baidu"], { release: "r", urls: ["https://site.example/"] }, now());
    storage.time += 20 * dayMs;
    await storeFor("young", []);
    expect(await sweep(database, undefined, toTime(storage.time + 20 * dayMs))).toBe(0);
    for (const table of ["rate_limit", "basket", "open_code", "session"] as const) {
      expect(await database.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    expect(await database.selectFrom("delivery").selectAll().execute()).toHaveLength(1);
    expect(await sweep(database, 30, toTime(storage.time + 11 * dayMs))).toBe(1);
    expect((await inbox.list()).map(({ payload }) => payload["key"])).toEqual(["young", "old, to be delivered"]);
    expect(await database.selectFrom("submission_note").selectAll().execute()).toEqual([]);
    const sweepWithStatus = async (status: "refused" | "delivered") => {
      await database.updateTable("delivery").set({ status }).execute();
      return sweep(database, 1, toTime(storage.time + 90 * dayMs));
    };
    expect(await sweepWithStatus("refused")).toBe(1);
    const [refusedSubmission] = await inbox.list();
    expect(refusedSubmission!.payload["key"]).toBe("old, to be delivered");
    await inbox.markAsDone(refusedSubmission!.id);
    expect(await sweepWithStatus("refused")).toBe(1);
    await storeFor("delivered", ["api"]);
    expect(await sweepWithStatus("delivered")).toBe(1);
  });

  test("lists of text alone live a day; beyond the bytes of all lists, the oldest are deleted", async () => {
    const { database, now, time } = storage;
    const { change, open } = createBaskets(database, now);
    const addText = (text: string) => (notes: BasketNotes) => ({ ...notes, pasted: { text, rows: [] } });
    const text = await change(undefined, () => [], addText("黄芪"));
    const mixed = await change(undefined, () => [{ id: "huang-qi", quantity: 1 }], addText("x"));
    await sweep(database, undefined, toTime(time + dayMs - 1));
    expect((await open(text.id)).pasted.text).toBe("黄芪");
    await sweep(database, undefined, toTime(time + dayMs));
    expect([(await open(text.id)).pasted.text, (await open(mixed.id)).pasted.text]).toEqual(["", "x"]);
    storage.time++;
    const { id } = await change(undefined, () => [], addText("黄芪".repeat(50)));
    await limitBaskets(database, 420);
    expect((await open(mixed.id)).pasted.text).toBe("x");
    await limitBaskets(database, 350);
    expect(await database.selectFrom("basket").select("id").execute()).toEqual([{ id }]);
  });

  test("a clock that is years ahead for a while deletes no message, however many visits there are", async () => {
    const { database, time } = storage;
    const inbox = createRepository(database, [], storage.now);
    await inbox.store({ kind: "guestbook", payload: {}, contact: "a@b.cn", idempotencyKey: "one" });
    expect(await advanceTime(database, time, 0)).toBe(time);
    const wrongTime = time + 3650 * dayMs;
    await createRateLimiter(database, () => wrongTime).countAttempt("login", "1.2.3.4");
    await createSessions(database, () => wrongTime).open("a@b.cn");
    for (const elapsedMs of [0, dayMs, 0]) {
      const now = await advanceTime(database, wrongTime, elapsedMs);
      expect([now <= time + 2 * dayMs, await sweep(database, 30, now)]).toEqual([true, 0]);
    }
    // A site that was off for 40 days keeps messages until it has run for 20 days.
    const later = time + 40 * dayMs;
    expect(await sweep(database, 30, await advanceTime(database, later, 10 * dayMs))).toBe(0);
    expect(await sweep(database, 30, await advanceTime(database, later, 10 * dayMs))).toBe(1);
    // The site at once follows a clock that is set back.
    expect(await advanceTime(database, time, 0)).toBe(time);
  });

  test("times with fractions of a millisecond are rounded, so that every process can sweep", async () => {
    const { database, time } = storage;
    const last = { name: "swept", value: String(time - dayMs + 0.0938) };
    await database
      .insertInto("secret")
      .values(last)
      .onConflict((row) => row.column("name").doUpdateSet(last))
      .execute();
    for (const elapsedMs of [0.0469, 60_000.4321]) {
      const now = await advanceTime(database, time, elapsedMs);
      expect([Number.isInteger(now), await sweep(database, 30, now)]).toEqual([true, 0]);
    }
    await database.deleteFrom("secret").where("name", "=", "swept").execute();
  });

  test("submissions of a form that the site no longer has are kept", async () => {
    const { database, time } = storage;
    const message = {
      ...createSystemSubmission("s1", "announcement", {}, storage.now()),
      kind: "samples" as "guestbook",
    };
    await database.insertInto("submission").values(message).execute();
    await sweep(database, undefined, toTime(time + 500 * dayMs));
    const rows = await database.selectFrom("submission").select("id").execute();
    expect(rows).toContainEqual({ id: message.id });
  });

  test("searches without results are counted by keyword and day, within limits", async () => {
    const { database } = storage;
    // At this time, the next day has begun in the owner's time zone, but not in UTC.
    storage.time = Date.parse("2026-11-19T22:00:00Z");
    const missedSearches = createMissedCounter(database, createRecordingLog(), "Asia/Shanghai", storage.now);
    await Promise.all(["Zebra", "zebra ", "ZEBRA"].map((word) => missedSearches.count(word, "a")));
    await missedSearches.count("冬虫夏草", "a");
    storage.time += dayMs;
    await missedSearches.count("zebra", "a");
    await missedSearches.count("13800138000", "a");
    expect(await listMissedWords(database)).toEqual([
      { word: "zebra", count: 4, last: "2026-11-21" },
      { word: "冬虫夏草", count: 1, last: "2026-11-20" },
    ]);
    expect(await listMissedSearches(database)).toEqual([
      { day: "2026-11-21", word: "zebra", count: 1 },
      { day: "2026-11-20", word: "zebra", count: 3 },
      { day: "2026-11-20", word: "冬虫夏草", count: 1 },
    ]);
    for (let n = 1; n <= 25; n++) await missedSearches.count("字".repeat(n), "b");
    expect(await listMissedWords(database)).toHaveLength(22);
    storage.time += dayMs;
    const words = Array.from({ length: 998 }, (_, n) => ({ day: "2026-11-22", word: `word ${n}`, count: 1 }));
    await database.insertInto("missed_search").values(words).execute();
    for (let n = 0; n < 5; n++) await missedSearches.count(`more ${"abcde"[n]}`, "a");
    expect((await listMissedSearches(database)).filter(({ day }) => day === "2026-11-22")).toHaveLength(1000);
    await sweep(database, undefined, toTime(storage.time + 500 * dayMs));
    expect(await listMissedSearches(database)).toEqual([]);
  });
});
