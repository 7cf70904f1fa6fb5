import { expect, test } from "vitest";
import { createDeskLogins } from "#app/services/desk/logins/desk-logins.ts";
import { createRateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import { toTime } from "#app/services/submissions/database/time.ts";
import { createLoginCodes } from "#app/services/submissions/login/login-codes.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { sweep } from "#app/services/submissions/received/sweep.ts";
import { describeEachDatabase } from "#tests/setup/database/databases.ts";

const createWrongCode = (code: string) => (code === "000000" ? "000001" : "000000");

describeEachDatabase((storage) => {
  test("a code has six digits, belongs to one account, can be used once, and isn't stored as plain text", async () => {
    const codes = createLoginCodes(storage.database, storage.now);
    const code = await codes.issue("a@b.cn", "one");
    expect(code).toMatch(/^\d{6}$/);
    // The pattern has word boundaries, because a hash or a time may contain the digits by chance.
    const rows = JSON.stringify(await storage.database.selectFrom("open_code").selectAll().execute());
    expect(rows).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(await codes.redeem("c@d.cn", "one", code)).toBe(false);
    const redeem = () => codes.redeem("a@b.cn", "one", code);
    expect(await Promise.all([redeem(), redeem()])).toContain(false);
    expect(await redeem()).toBe(false);
  });

  test("the right code is accepted at the fifth try but not at the sixth, and concurrent tries count", async () => {
    const codes = createLoginCodes(storage.database, storage.now);
    const first = await codes.issue("a@b.cn", "one");
    for (let n = 0; n < 4; n++) expect(await codes.redeem("a@b.cn", "one", createWrongCode(first))).toBe(false);
    expect(await codes.redeem("a@b.cn", "one", first)).toBe(true);
    const second = await codes.issue("a@b.cn", "one");
    await Promise.all(Array.from({ length: 5 }, () => codes.redeem("a@b.cn", "one", createWrongCode(second))));
    expect(await codes.redeem("a@b.cn", "one", second)).toBe(false);
  });

  test("a code expires after ten minutes, and when there is a newer one", async () => {
    const codes = createLoginCodes(storage.database, storage.now);
    const oldCode = await codes.issue("a@b.cn", "one");
    let currentCode = await codes.issue("a@b.cn", "one");
    while (currentCode === oldCode) currentCode = await codes.issue("a@b.cn", "one");
    expect(await codes.redeem("a@b.cn", "one", oldCode)).toBe(false);
    storage.time += 10 * 60 * 1000;
    expect(await codes.redeem("a@b.cn", "one", currentCode)).toBe(false);
  });

  test("a code is valid only in its browser, tries and codes elsewhere don't count, and the table contains no account", async () => {
    const codes = createLoginCodes(storage.database, storage.now);
    const code = await codes.issue("a@b.cn", "one");
    for (let n = 0; n < 9; n++) expect(await codes.redeem("a@b.cn", "another", createWrongCode(code))).toBe(false);
    for (const browser of ["another", "", "one "]) expect(await codes.redeem("a@b.cn", browser, code)).toBe(false);
    storage.time += 60_000;
    const otherCode = await codes.issue("a@b.cn", "another");
    const rows = await storage.database.selectFrom("open_code").selectAll().execute();
    expect([rows.length, /a@b|another/.test(JSON.stringify(rows))]).toEqual([2, false]);
    expect(await codes.redeem("a@b.cn", "one", code)).toBe(true);
    expect(await codes.redeem("a@b.cn", "another", otherCode)).toBe(true);
  });

  test("an account gets one code a minute in any spelling; a sender gets ten codes and twenty login attempts an hour", async () => {
    const limits = createRateLimiter(storage.database, storage.now);
    expect(await limits.countCode("13812345678", "1.2.3.4")).toBe(0);
    expect(await limits.countCode("+86 138 1234 5678", "5.6.7.8")).toBe(60);
    storage.time += 60_000;
    expect(await limits.countCode("138-1234-5678", "1.2.3.4")).toBe(0);
    await limits.forgetCode("13812345678");
    expect(await limits.countCode("13812345678", "1.2.3.4")).toBe(0);
    for (let n = 0; n < 7; n++) expect(await limits.countCode(`${n}@b.cn`, "1.2.3.4")).toBe(0);
    expect(await limits.countCode("last@b.cn", "1.2.3.4")).toBe(3540);
    for (let n = 0; n < 20; n++) expect(await limits.countAttempt("login", "1.2.3.4")).toBe(0);
    expect(await limits.countAttempt("login", "1.2.3.4")).toBe(3600);
  });

  test("a sender above the sender limit doesn't block the account", async () => {
    const limits = createRateLimiter(storage.database, storage.now);
    for (let n = 0; n < 10; n++) await limits.countCode(`${n}@b.cn`, "1.2.3.4");
    expect(await limits.countCode("victim@b.cn", "1.2.3.4")).toBe(3600);
    expect(await limits.countCode("victim@b.cn", "5.6.7.8")).toBe(0);
    expect(await limits.countCode("victim+more@b.cn", "5.6.7.9")).toBe(60);
  });

  test("the database contains neither token nor account, and a session that has ended is deleted", async () => {
    const sessions = createSessions(storage.database, storage.now);
    const token = await sessions.open("a@b.cn");
    const rows = JSON.stringify(await storage.database.selectFrom("session").selectAll().execute());
    expect([rows.includes(token), rows.includes("a@b.cn")]).toEqual([false, false]);
    expect([await sessions.isOpen(token), await sessions.isOpen("another")]).toEqual([true, false]);
    storage.time += 7 * 24 * 60 * 60 * 1000 - 1;
    expect(await sessions.isOpen(token)).toBe(true);
    storage.time += 30 * 24 * 60 * 60 * 1000;
    expect(await sessions.isOpen(token)).toBe(false);
    await sweep(storage.database, undefined, toTime(storage.time));
    expect(await storage.database.selectFrom("session").selectAll().execute()).toEqual([]);
  });

  test("ending one session, or all sessions of an account, ends no others", async () => {
    const sessions = createSessions(storage.database, storage.now);
    const [token, secondToken, thirdToken] = await Promise.all(["a@b.cn", "a@b.cn", "a@b.cn"].map(sessions.open));
    const strangerToken = await sessions.open("c@d.cn");
    const readOpenStates = () => Promise.all([token!, secondToken!, thirdToken!, strangerToken].map(sessions.isOpen));
    await sessions.end(token!);
    expect(await readOpenStates()).toEqual([false, true, true, true]);
    await sessions.endAllOfToken("nobody's");
    await sessions.endAllOfToken(secondToken!);
    expect(await readOpenStates()).toEqual([false, false, false, true]);
    expect([await sessions.endAllOfAccount("a@b.cn"), await sessions.endAllOfAccount("c@d.cn")]).toEqual([0, 1]);
  });

  test("an account's desk sessions end when the account is removed from the list, and only one of concurrent calls ends a login link", async () => {
    const { database, now } = storage;
    const deskKinds = ["desk", "deskBrowser", "deskLink"] as const;
    const stores = deskKinds.map((kind) => createSessions(database, now, kind));
    const visitors = createSessions(database, now);
    const visitor = await visitors.open("a@b.cn");
    const openAll = (account: string) => Promise.all(stores.map(({ open }) => open(account)));
    const [removedTokens, keptTokens] = [await openAll("a@b.cn"), await openAll("c@d.cn")];
    await stores[0]!.endOthers(["c@d.cn"]);
    expect(await visitors.isOpen(visitor)).toBe(true);
    const accounts = ["a@b.cn", "c@d.cn"];
    const find = (tokens: string[]) => Promise.all(stores.map((store, n) => store.findAccount(tokens[n]!, accounts)));
    expect(await find(removedTokens)).toEqual([undefined, undefined, undefined]);
    expect(await find(keptTokens)).toEqual(["c@d.cn", "c@d.cn", "c@d.cn"]);
    expect(await find(keptTokens.toReversed())).toEqual([undefined, "c@d.cn", undefined]);
    expect(await visitors.isOpen(keptTokens[0]!)).toBe(false);
    const links = stores[2]!;
    const endResults = await Promise.all([1, 2, 3].map(() => links.end(keptTokens[2]!)));
    expect(endResults.filter(Boolean)).toHaveLength(1);
    storage.time += 364 * 24 * 60 * 60 * 1000;
    await sweep(database, undefined, toTime(storage.time));
    expect(await find(keptTokens)).toEqual([undefined, "c@d.cn", undefined]);
    expect(await visitors.isOpen(visitor)).toBe(false);
    await stores[0]!.endOthers(["e@f.cn"]);
    expect(await database.selectFrom("session").selectAll().execute()).toEqual([]);
  });

  const kinds = ["visitor", "desk", "deskBrowser", "deskLink"] as const;
  const createStores = () => kinds.map((kind) => createSessions(storage.database, storage.now, kind));

  test("a token is valid only for its kind of login, even with the label of another kind", async () => {
    const stores = createStores();
    const tokens = await Promise.all(stores.map(({ open }) => open("a@b.cn")));
    const labels = ["", "desk ", "browser ", "link ", "desk browser ", "desk link ", "deskBrowser "];
    const labelledTokens = tokens.flatMap((token) => labels.map((label) => label + token));
    for (const [index, store] of stores.entries()) {
      const accounts = await Promise.all(labelledTokens.map((text) => store.findAccount(text, ["a@b.cn"])));
      expect(labelledTokens.filter((_text, place) => accounts[place])).toEqual([tokens[index]]);
      const others = labelledTokens.filter((text) => text !== tokens[index]);
      expect(await Promise.all(others.map(store.end))).not.toContain(true);
    }
  });

  test("all kinds of an account's logins are listed and ended together, and other accounts' logins stay", async () => {
    const stores = createStores();
    const tokens = await Promise.all(stores.map(({ open }) => open("a@b.cn")));
    const others = await Promise.all(stores.map(({ open }) => open("c@d.cn")));
    const list = await stores[0]!.list("a@b.cn", [tokens[1]!]);
    expect(list.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
    expect(list.every(({ openedAt, usedAt }) => openedAt === storage.time && usedAt === storage.time)).toBe(true);
    expect(list.filter(({ isThisBrowser }) => isThisBrowser).map(({ kind }) => kind)).toEqual(["desk"]);
    expect(await stores[0]!.endAllOfAccount("a@b.cn")).toBe(4);
    const areOpen = (texts: string[]) => Promise.all(stores.map(({ isOpen }, index) => isOpen(texts[index]!)));
    expect(await areOpen(tokens)).toEqual([false, false, false, false]);
    expect(await areOpen(others)).toEqual([true, true, true, true]);
  });

  test("an account has at most 20 logins of a kind, and a login opened by a clock that is far ahead isn't valid", async () => {
    const sessions = createSessions(storage.database, storage.now, "desk");
    const tokens: string[] = [];
    for (let n = 0; n < 22; n++) {
      storage.time += 1;
      tokens.push(await sessions.open("a@b.cn"));
    }
    const areOpen = await Promise.all(tokens.map(sessions.isOpen));
    expect(areOpen.indexOf(true)).toBe(2);
    expect(areOpen.slice(2)).not.toContain(false);
    const futureSessions = createSessions(storage.database, () => storage.time + 3650 * 24 * 60 * 60 * 1000, "desk");
    const overlongToken = await futureSessions.open("a@b.cn");
    expect(await sessions.isOpen(overlongToken)).toBe(false);
    // The clock of another node is a little ahead.
    const aheadToken = await createSessions(storage.database, () => storage.time + 60_000, "desk").open("a@b.cn");
    expect(await sessions.isOpen(aheadToken)).toBe(true);
  });

  test("a session of the desk doesn't become valid again when its account is removed from the list and listed again", async () => {
    const { database } = storage;
    const start = (accounts: string[]) =>
      createDeskLogins(accounts, {
        database,
        log: { info() {}, warn() {}, error() {} },
        limiter: createRateLimiter(database),
        codeSender: { delivery: "log", canReach: () => true, send() {} },
      });
    const logIn = async (account: string) => {
      const link = await createSessions(database, Date.now, "deskLink").open(account);
      return (await (await start(["a@b.cn", "c@d.cn"])).logInByLink(link))!.token;
    };
    const tokens = [await logIn("a@b.cn"), await logIn("c@d.cn")];
    await start(["c@d.cn"]);
    const { findAccount } = await start(["a@b.cn", "c@d.cn"]);
    expect(await Promise.all(tokens.map(findAccount))).toEqual([undefined, "c@d.cn"]);
  });
});
