import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../app/services/submissions/database/database.ts";
import { createRepository, type NewSubmission } from "../../app/services/submissions/repository.ts";

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), "inbox-"));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
});

async function store(...submissions: Pick<NewSubmission, "kind" | "payload" | "contact">[]): Promise<string[]> {
  const database = await openDatabase({ DATA_DIR });
  let time = Date.now() - submissions.length;
  // Each gets a time of its own, because lists are in the order of their times.
  const repository = createRepository(database, [], () => time++);
  const references: string[] = [];
  for (const submission of submissions) {
    const idempotencyKey = String(references.length);
    references.push((await repository.store({ ...submission, idempotencyKey })).reference);
  }
  await database.destroy();
  return references;
}

function run(args: string[], variables: Record<string, string> = {}) {
  return spawnSync(process.execPath, ["scripts/inbox.ts", ...args], {
    env: { ...process.env, DATA_DIR, ...variables },
    encoding: "utf8",
  });
}
const runInbox = (...args: string[]) => run(args).stdout;

const request = {
  kind: "quotation",
  payload: {
    ...{ name: "张三", contact: "138 0000 0000", locale: "cn" },
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

test("open submissions are listed with their requests", async () => {
  await store(request, message);
  const list = runInbox("list").split("\n");
  expect(list).toHaveLength(5);
  expect(list[0]).toMatch(
    /^\w{8} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}留言 {2}待处理 {2}未设置 {2}Ada（ada@b\.cn）.* Do you send samples\?$/,
  );
  expect(list[1]).toMatch(/询价 {2}待处理 {2}未设置 {2}张三（138 0000 0000） {2}黄芪 20 kg 等 2 项$/);
});

test("a submission that is done leaves the list until it is reopened", async () => {
  const [first] = await store(request, message);
  expect(runInbox("done", first!)).toBe(`已标记为处理完毕。撤销：npm run inbox -- reopen ${first}\n`);
  expect(runInbox("list")).not.toContain(first);
  expect(runInbox("list", "--done")).toContain(first);
  expect(runInbox("list", "--all")).toContain("共 2 份。");
  expect(JSON.parse(runInbox("list", "--json"))).toMatchObject([{ kind: "guestbook", payload: message.payload }]);
  expect(runInbox("show", first!)).toMatch(/^处理：已处理\n处理时间：\d{4}年.*（中国标准时间）\n/);
  runInbox("reopen", first!.toLowerCase());
  expect(runInbox("list")).toContain(first);
});

test("notes are shown, and a search finds every word in any width and case", async () => {
  const [first, second] = await store(request, message);
  expect(runInbox("note", first!, "已报价", "CNY 120/kg")).toBe("备注已添加。\n");
  expect(runInbox("show", first!)).toMatch(/\n备注：\n {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}已报价 CNY 120\/kg\n$/);
  for (const text of ["ｃｎｙ", "黄芪 张三", "dang-gui", "+86 138 0000 0000", "138-0000-0000", first!.toLowerCase()]) {
    expect([text, runInbox("search", text)]).toEqual([text, expect.stringContaining(`${first}  `)]);
    expect(runInbox("search", text)).not.toContain(`${second}  `);
  }
  expect(runInbox("search", "SAMPLES")).toContain(second);
  expect(runInbox("search", "黄芪", "samples")).toBe("没有找到。\n");
});

test("the output is English for an English owner", async () => {
  const [first] = await store(request);
  const english = { OWNER_LANGUAGE: "en", OWNER_TIME_ZONE: "UTC" };
  expect(run(["list"], english).stdout).toMatch(/Inquiry {2}open {2}not set up {2}张三 \(138 0000 0000\)/);
  expect(run(["show", first!], english).stdout).toMatch(
    /^State: open\n[^]*\nTime: .* \(GMT\+00:00\)\n[^]*1\. 黄芪 20 kg\n/,
  );
  expect(run(["show", "x"], english).stderr).toBe("There is no submission x.\n");
});

test("the export is a file that only this user reads, or the output without anything else", async () => {
  await store(request, message);
  const file = join(DATA_DIR, "导出 1.csv");
  expect(runInbox("export", "--out", file)).toBe(`已写入 ${file}，共 3 行。\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const exportedText = readFileSync(file, "utf8");
  const rows = parse(exportedText, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map((row) => [row["姓名"], row["产品"], row["数量"]])).toEqual([
    ["Ada", "", ""],
    ["张三", "黄芪", "20"],
    ["张三", "当归", "5"],
  ]);
  expect(run(["export", "--csv"])).toMatchObject({ stdout: `${exportedText.trimEnd()}\n`, stderr: "" });
  expect(runInbox("export", "--csv", "--kind", "guestbook").split("\r\n")).toHaveLength(2);
  expect(runInbox("export", "--csv", "--done").split("\r\n")).toHaveLength(1);
  const npm = (...args: string[]) =>
    spawnSync("npm", ["run", ...args, "inbox", "--", "export", "--csv"], {
      env: { ...process.env, DATA_DIR },
      encoding: "utf8",
    });
  expect(npm("--silent")).toMatchObject({ stdout: `${exportedText.trimEnd()}\n`, stderr: "" });
  expect(npm().stderr).toContain("npm 在表格前还输出了两行");
});

test.each<[string, string[], string]>([
  ["no command", [], "请给出命令。"],
  ["an unknown command", ["lists"], "没有“lists”这个命令。"],
  ["an unknown option", ["list", "--opne"], "没有 --opne 这个选项，或该选项后面没有填写内容。"],
  ["an unknown kind", ["list", "--kind", "mail"], "mail 不在可选范围内：guestbook, quotation。"],
  ["two states", ["list", "--done", "--all"], "--open、--done 和 --all 只能选一个。"],
  ["no reference", ["show"], "请给出编号。"],
  ["an unknown reference", ["done", "AAAA"], "没有编号为 AAAA 的内容。"],
  ["an empty text", ["search", " "], "请给出文字。"],
  ["a long text", ["search", "长".repeat(2001)], "文字太长：最多 2000 个字符。"],
  ["no contact", ["forget", "nobody"], "“nobody”不是手机号、电话或邮箱。"],
  ["no file", ["export"], "请给出 --out 文件.csv。"],
  ["another file", ["export", "--out", "site.sqlite"], "site.sqlite 要以 .csv 结尾，Excel 才能直接打开。"],
  [
    "a missing folder",
    ["export", "--out", "/nowhere/x.csv"],
    "/nowhere/x.csv 无法写入（ENOENT）。如果已在 Excel 中打开，请先关闭。",
  ],
])("%s is reported in one sentence", async (_mistake, args, sentence) => {
  await store(message);
  const { status, stdout, stderr } = run(args);
  expect([status, stdout, stderr.split("\n")[0]]).toEqual([1, "", sentence]);
});

test.each([["list"], ["export", "--csv"]])(
  "a mistyped DATA_DIR is reported, and no database is created: %s",
  (...args) => {
    const folder = join(DATA_DIR, "dta");
    const file = join(folder, "site.sqlite");
    const { status, stdout, stderr } = run(args, { DATA_DIR: folder });
    expect([status, stdout, stderr]).toEqual([
      1,
      "",
      `DATA_DIR=${folder}：没有 ${file}。请按网站的设置填写 DATA_DIR 或 DATABASE_URL；这个文件在网站首次启动时创建。\n`,
    ]);
    expect(run(args, { DATA_DIR: folder, OWNER_LANGUAGE: "en" }).stderr).toBe(
      `DATA_DIR=${folder}: there is no ${file}. Set DATA_DIR or DATABASE_URL to the value that the site uses; the site creates the file when it first starts.\n`,
    );
    expect(existsSync(folder)).toBe(false);
  },
);

test("an export never replaces a file", async () => {
  await store(message);
  const file = join(DATA_DIR, "list.csv");
  writeFileSync(file, "mine");
  const { status, stderr } = run(["export", "--out", file]);
  expect([status, stderr]).toEqual([1, `${file} 已存在，请换一个文件名。\n`]);
  expect(readFileSync(file, "utf8")).toBe("mine");
});

test("a person's data are only deleted after a confirmation", async () => {
  await store(message, request);
  const english = { OWNER_LANGUAGE: "en" };
  const result = run(["forget", "Ada@b.cn"], english);
  expect([result.status, result.stdout, result.stderr]).toEqual([
    1,
    "",
    "All data of ada@b.cn would be deleted permanently: 1 submission, and the logins.\nTo delete it, add --yes to the command.\n",
  ]);
  expect(runInbox("list")).toContain("共 2 份。");
  expect(runInbox("forget", "Ada@b.cn", "--yes")).toBe("已删除 1 份。\n");
  expect(runInbox("list")).toContain("共 1 份。");
});

// The options of `script` are those of Linux.
test.skipIf(process.platform !== "linux")("at a terminal the command asks for a confirmation", async () => {
  await store(message);
  const flags = [process.execPath, "scripts/inbox.ts", "forget", "ada@b.cn"];
  const runWithAnswer = (text: string) =>
    spawnSync("script", ["-qec", flags.join(" "), "/dev/null"], {
      env: { ...process.env, DATA_DIR },
      input: `${text}\n`,
      encoding: "utf8",
    }).stdout;
  expect(runWithAnswer("no")).toContain("没有删除任何内容。");
  expect(runInbox("list")).toContain("共 1 份。");
  expect(runWithAnswer("是")).toContain("已删除 1 份。");
});

test("texts that an earlier version stored can't look like a row of the list or a field of a submission", async () => {
  const name = "Ada\nAAAAAAAA  2026-01-01 00:00  询价  待处理\u202e\u001b[2J\u2028x";
  const payload = { name, contact: "ada@b.cn", content: "one\n编号：AAAAAAAA" };
  const [reference] = await store({ kind: "guestbook", payload, contact: "ada@b.cn" });
  runInbox("note", reference!, "a\n编号：AAAAAAAA");
  const list = runInbox("list");
  expect(list.trimEnd().split("\n")).toHaveLength(3);
  for (const character of ["\u202e", "\u001b", "\u2028"]) expect(list).not.toContain(character);
  const output = runInbox("show", reference!);
  expect(output.match(/^编号/gm)).toHaveLength(1);
  expect(output.match(/^AAAA/gm)).toBeNull();
  expect(runInbox("export", "--csv").match(/^AAAA/gm)).toBeNull();
});

test("an option that npm took is named, before a wrong list is printed", () => {
  const { status, stdout, stderr } = run(["list"], { npm_config_done: "true" });
  expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("npm run inbox -- 命令 --done")]);
});
