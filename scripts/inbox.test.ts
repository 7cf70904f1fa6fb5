import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeEach, expect, test } from "vitest";
import { formNames } from "#app/services/api/contract/forms/forms.ts";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { createMissedCounter } from "#app/services/submissions/inbox/missed-searches.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import {
  createRepository,
  type NewSubmission,
  type Repository,
} from "#app/services/submissions/received/repository.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { runScript } from "#tests/setup/programs/run-script.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { runInbox, type Terminal } from "./inbox.ts";

let DATA_DIR: string;
beforeEach(() => void (DATA_DIR = createTestFolder()));

async function edit(reference: string, work: (inbox: Repository, id: string) => Promise<unknown>): Promise<void> {
  await using database = await openDatabase({ DATA_DIR });
  const inbox = createRepository(database);
  await work(inbox, (await inbox.find(reference))!.id);
}

async function store(...submissions: Pick<NewSubmission, "kind" | "payload" | "contact">[]): Promise<string[]> {
  const database = await openDatabase({ DATA_DIR });
  let time = Date.now() - submissions.length;
  // Each submission has its own time, because lists are sorted by time.
  const repository = createRepository(database, [], () => time++);
  const references: string[] = [];
  for (const submission of submissions) {
    const idempotencyKey = String(references.length);
    references.push((await repository.store({ ...submission, idempotencyKey })).reference);
  }
  await database.destroy();
  return references;
}

async function run(args: string[], variables: Record<string, string> = {}, options: Partial<Terminal> = {}) {
  const [output, errors]: [string[], string[]] = [[], []];
  const terminal: Terminal = {
    print: (line) => output.push(line),
    printError: (line) => errors.push(line),
    ...options,
  };
  const status = await runInbox(args, { DATA_DIR, ...variables }, terminal);
  return { status, stdout: output.join("\n"), stderr: errors.join("\n") };
}
const readOutput = async (...args: string[]) => (await run(args)).stdout;

const request = {
  kind: "quotation",
  payload: {
    name: "张三",
    contact: "138 0000 0000",
    locale: "cn",
    items: [
      { id: "huang-qi", title: "黄芪", quantity: 20, unit: "kg" },
      { id: "dang-gui", title: "当归", quantity: 5 },
    ],
  },
  contact: "+8613800000000",
} as const;

const message = {
  kind: "guestbook",
  payload: { name: "Ada", contact: "ada@b.cn", content: "Do you send samples?", locale: "en" },
  contact: "ada@b.cn",
} as const;

test("open submissions are listed with their senders and contents", async () => {
  await store(request, message);
  const list = (await readOutput("list")).split("\n");
  expect(list).toHaveLength(4);
  expect(list[0]).toMatch(
    /^\w{8} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}留言 {2}待处理 {2}未设置 {2}Ada（ada@b\.cn）.* Do you send samples\?$/,
  );
  expect(list[1]).toMatch(/询价 {2}待处理 {2}未设置 {2}张三（138 0000 0000） {2}黄芪 20 kg 等 2 项$/);
});

test("a submission that is marked as done leaves the list", async () => {
  const [first] = await store(request, message);
  await edit(first!, (inbox, id) => inbox.markAsDone(id));
  expect(await readOutput("list")).not.toContain(first);
  expect(await readOutput("list", "--done")).toContain(first);
  expect(await readOutput("list", "--all")).toContain("共 2 份。");
  expect(await readOutput("list", "--kind", "quotation")).toBe("没有待处理的内容。");
  expect(JSON.parse(await readOutput("list", "--json"))).toEqual([
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      reference: expect.any(String),
      kind: "guestbook",
      status: "stored",
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      payload: message.payload,
    },
  ]);
  expect(await readOutput("show", first!.toLowerCase())).toMatch(
    /^处理：已处理\n处理时间：\d{4}年.*（中国标准时间）\n/,
  );
});

test("a submission is shown with its notes", async () => {
  const [first] = await store(request, message);
  await edit(first!, (inbox, id) => inbox.addNote(id, "已报价 CNY 120/kg"));
  expect(await readOutput("show", first!)).toMatch(/\n备注：\n {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}已报价 CNY 120\/kg$/);
});

test("the output is English for an English owner", async () => {
  const [first] = await store(request);
  const english = { OWNER_LANGUAGE: "en", OWNER_TIME_ZONE: "UTC" };
  expect((await run(["list"], english)).stdout).toMatch(/Inquiry {2}open {2}not set up {2}张三 \(138 0000 0000\)/);
  expect((await run(["show", first!], english)).stdout).toMatch(
    /^Status: open\n[^]*\nTime: .* \(GMT\+00:00\)\n[^]*1\. 黄芪 20 kg\n/,
  );
  expect((await run(["show", "x"], english)).stderr).toBe("There is no submission x.");
});

test("the export goes to a file that only this user can read, or with --csv to the standard output", async () => {
  await store(request, message);
  const file = join(DATA_DIR, "导出 1.csv");
  expect(await readOutput("export", "--out", file)).toBe(`已写入 ${file}，共 3 行。`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const exportedText = readFileSync(file, "utf8");
  const rows = parse(exportedText, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map((row) => [row["姓名"], row["产品"], row["数量"]])).toEqual([
    ["Ada", "", ""],
    ["张三", "黄芪", "20"],
    ["张三", "当归", "5"],
  ]);
  expect(await run(["export", "--csv"])).toEqual({ status: 0, stdout: exportedText.trimEnd(), stderr: "" });
  expect((await readOutput("export", "--csv", "--kind", "guestbook")).split("\r\n")).toHaveLength(2);
  expect((await readOutput("export", "--csv", "--done")).split("\r\n")).toHaveLength(1);
});

test("an export never replaces a file", async () => {
  await store(message);
  const file = join(DATA_DIR, "list.csv");
  writeFileSync(file, "mine");
  const { status, stderr } = await run(["export", "--out", file]);
  expect([status, stderr]).toEqual([1, `${file} 已存在，请换一个文件名。`]);
  expect(readFileSync(file, "utf8")).toBe("mine");
});

test.each<[string, string[], string]>([
  ["no command", [], "请给出命令。"],
  ["an unknown command", ["lists"], "没有“lists”这个命令。"],
  ["an unknown option", ["list", "--opne"], "没有 --opne 这个选项，或该选项后面没有填写内容。"],
  ["an unknown kind", ["list", "--kind", "mail"], `mail 不在可选范围内：${formNames.join(", ")}。`],
  ["two states", ["list", "--done", "--all"], "--open、--done 和 --all 只能选一个。"],
  ["no reference", ["show"], "请给出编号。"],
  ["an unknown reference", ["show", "AAAA"], "没有编号为 AAAA 的内容。"],
  ["no contact", ["forget", "no"], "“no”不是手机号、电话、邮箱或微信号。"],
  ["no earlier file", ["import"], "请给出 site.sqlite 文件，或 PostgreSQL 的地址。"],
  ["no file", ["export"], "请给出 --out 文件.csv。"],
  ["another file", ["export", "--out", "site.sqlite"], "site.sqlite 要以 .csv 结尾，Excel 才能直接打开。"],
  [
    "a missing folder",
    ["export", "--out", "/nowhere/x.csv"],
    "/nowhere/x.csv 无法写入（ENOENT）。如果已在 Excel 中打开，请先关闭。",
  ],
])("%s is reported in one sentence", async (_mistake, args, sentence) => {
  await store(message);
  const { status, stdout, stderr } = await run(args);
  expect([status, stdout, stderr.split("\n")[0]]).toEqual([1, "", sentence]);
});

test("a mistyped DATA_DIR is reported, and no database is created", async () => {
  const folder = join(DATA_DIR, "dta");
  const file = join(folder, "site.sqlite");
  expect(await run(["list"], { DATA_DIR: folder, OWNER_LANGUAGE: "en" })).toEqual({
    status: 1,
    stdout: "",
    stderr: `DATA_DIR=${folder}: there is no ${file}. Set DATA_DIR or DATABASE_URL to the value that the site uses; the site creates the file when it first starts.`,
  });
  expect(existsSync(folder)).toBe(false);
});

test("if npm consumed an option, an error is printed instead of a wrong list", async () => {
  const { status, stdout, stderr } = await run(["list"], { npm_config_done: "true" });
  expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("npm run inbox -- 命令 --done")]);
});

test("a person's data are only deleted after a confirmation", async () => {
  await store(message, request);
  expect(await run(["forget", "Ada@b.cn"], { OWNER_LANGUAGE: "en" })).toEqual({
    status: 1,
    stdout: "",
    stderr:
      "This permanently deletes everything that ada@b.cn has sent (1 submission), and the logins of this contact.\nTo delete it, add --yes to the command.",
  });
  const forget = async (answer: string) => (await run(["forget", "ada@b.cn"], {}, { ask: async () => answer })).stdout;
  expect(await forget("no")).toBe("没有删除任何内容。");
  expect(await readOutput("list")).toContain("共 2 份。");
  expect(await forget("是")).toBe("已删除 1 份。");
  expect(await readOutput("forget", "+86 138 0000 0000", "--yes")).toBe("已删除 1 份。");
  expect(await readOutput("list", "--all")).toBe("暂无内容。");
});

test("logins of an account can be ended, and searches without results are listed", async () => {
  const database = await openDatabase({ DATA_DIR });
  for (const kind of ["visitor", "desk", "deskBrowser", "deskLink"] as const)
    await createSessions(database, Date.now, kind).open("ada@b.cn");
  const time = Date.parse("2026-11-21T12:00:00Z");
  await createMissedCounter(database, createRecordingLog(), "UTC", () => time).count("雪莲", "a");
  await database.destroy();
  expect((await run(["end-sessions", "ada@b.cn"], { OWNER_LANGUAGE: "en" })).stdout).toBe("4 logins ended.");
  expect(await readOutput("searches")).toBe("2026-11-21      1  雪莲");
  expect(JSON.parse(await readOutput("searches", "--json"))).toEqual([{ day: "2026-11-21", word: "雪莲", count: 1 }]);
});

test("submissions that a restore has removed are imported with their notes, once", async () => {
  const references = await store(request, message);
  await edit(references[0]!, (inbox, id) => inbox.addNote(id, "已电话联系"));
  const file = join(DATA_DIR, "site.sqlite");
  DATA_DIR = createTestFolder();
  await store();
  expect(await readOutput("import", file)).toBe("已补入缺少的 2 份。其余各份的处理状态和备注不变。");
  expect(await readOutput("show", references[0]!)).toContain("已电话联系");
  expect(await readOutput("import", file)).toBe("已补入缺少的 0 份。其余各份的处理状态和备注不变。");
});

test("visitors' texts can't imitate a row of the list or a field of a submission", async () => {
  const name = "Ada\nAAAAAAAA  2026-01-01 00:00  询价  待处理\u202e\u001b[2J\u2028x";
  const payload = { name, contact: "ada@b.cn", content: "one\n编号：AAAAAAAA" };
  const [reference] = await store({ kind: "guestbook", payload, contact: "ada@b.cn" });
  await edit(reference!, (inbox, id) => inbox.addNote(id, "a\n编号：AAAAAAAA"));
  const list = await readOutput("list");
  expect(list.split("\n")).toHaveLength(3);
  for (const character of ["\u202e", "\u001b", "\u2028"]) expect(list).not.toContain(character);
  const output = await readOutput("show", reference!);
  expect(output.match(/^编号/gm)).toHaveLength(1);
  expect(output.match(/^AAAA/gm)).toBeNull();
  expect((await readOutput("export", "--csv")).match(/^AAAA/gm)).toBeNull();
});

// A function that uses what the module declares later fails only when it is run as a program.
test("every command runs as a program", async () => {
  await store(message, request);
  const earlier = join(DATA_DIR, "site.sqlite");
  DATA_DIR = createTestFolder();
  const [reference] = await store(message);
  const commandLines = [
    ["list"],
    ["show", reference!],
    ["export", "--csv"],
    ["searches"],
    ["import", earlier],
    ["end-sessions", "a@b.cn"],
    ["forget", "a@b.cn", "--yes"],
    ["--help"],
  ];
  for (const args of commandLines)
    expect([args, runScript("scripts/inbox.ts", { DATA_DIR }, { args })]).toMatchObject([
      args,
      { status: 0, stderr: "" },
    ]);
});

test("the command prints to the standard output; errors go to the standard error with exit code 1", async () => {
  await store(message);
  const start = (...args: string[]) => {
    const env = { ...process.env, DATA_DIR };
    return spawnSync("npm", ["run", "--silent", "inbox", "--", ...args], { env, encoding: "utf8" });
  };
  expect(start("list", "--json")).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/^\[/) });
  expect(start("show", "x")).toMatchObject({ status: 1, stdout: "", stderr: "没有编号为 x 的内容。\n" });
});
