import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import type { Problem } from "#app/services/content/problems/problem.ts";
import { setUpContentCopy } from "#tests/setup/content/content-copy.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { filterMissing } from "#tests/setup/content/required-locales.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { writeFiles } from "#tests/setup/run/test-folder.ts";
import { readContentFolder } from "./content-folder.ts";

const { resolvePath, edit, getProblems, expectProblems, withIndex } = setUpContentCopy();
const append = (file: string, text: string) => appendFileSync(resolvePath(file), text);
const write = (file: string, text = "") => writeFiles(resolvePath(""), { [file]: text });

test("the content of the tests has no problems and is fully translated", async () => {
  const { problems, missingTranslations } = await readContentFolder(testContent);
  expect(problems).toEqual([]);
  expect(filterMissing(missingTranslations).toSorted()).toEqual([]);
});

test("all mistakes are reported at once, each with its file, line and field", async () => {
  edit("product/huang-qi/index.cn.md", /^summary:/m, "summery:");
  edit("product/dang-gui/index.cn.md", /^cat: .*$/m, "cat: pieces/nowhere");
  edit("product/dang-gui/index.cn.md", /^herb: .*$/m, "herb: unicorn-root");
  edit("product/dang-gui/index.cn.md", /related: \[/, "related: [product/unicorn, product/dang-gui, ");
  edit("product/bai-shao/index.cn.md", /^sku: .*$/m, "sku: qg-p-0101");
  edit(
    "news/bozhou-fair/index.cn.md",
    /^date: (.*)$/m,
    "date: 2025-04-18\nupdated: 2025-04-17\nfrom: 2027-01-01T00:00:00Z\nuntil: 2026-01-01T00:00:00Z",
  );
  await expectProblems(
    /^news\/bozhou-fair\/index\.cn\.md:\d+ until must be later than “from”/,
    /^news\/bozhou-fair\/index\.cn\.md:\d+ updated must not be earlier than “date”/,
    /^product\/bai-shao\/index\.cn\.md:\d+ sku is the item number of .* 白芍, Huang qi .*:/,
    /^product\/dang-gui\/index\.cn\.md:\d+ cat there is no category pieces\/nowhere/,
    /^product\/dang-gui\/index\.cn\.md:\d+ related\[0\] product\/unicorn doesn’t exist, or is this item itself/,
    /^product\/dang-gui\/index\.cn\.md:\d+ related\[1\] product\/dang-gui doesn’t exist, or is this item itself/,
    /^product\/dang-gui\/index\.cn\.md:\d+ herb there is no herb unicorn-root/,
    /^product\/huang-qi\/index\.cn\.md:\d summary is missing$/,
    /^product\/huang-qi\/index\.cn\.md:\d+ sku is the item number of several products, Huang qi .*, 白芍:/,
    /^product\/huang-qi\/index\.cn\.md:\d summery isn’t a field here; use one of title, summary, .*sku/,
  );
});

test.each([
  ["0026-03-12", ["date:year"], []],
  ["2062-03-12", [], ["date:futureDay"]],
  ["2062-03-12\nfrom: 2062-03-12T00:00:00Z", [], []],
])("the day %s has the mistakes %j and the remarks %j", async (date, mistakes, remarks) => {
  edit("news/bozhou-fair/index.cn.md", /^date: .*$/m, `date: ${date}`);
  const content = await readContentFolder(resolvePath(""));
  const format = (found: Problem[]) => found.map(({ field, message }) => `${field}:${message.key}`);
  expect([content.problems, content.remarks].map(format)).toEqual([mistakes, remarks]);
});

test("a broken item, herb or category is reported only in its own file, not in the files of items that refer to it", async () => {
  edit("product/huang-qi/index.cn.md", /^sku: .*$/m, "sku: [");
  edit("herbs/huang-qi.yaml", /^latin: /m, "latn: ");
  edit("categories/product.yaml", /title:/, "titel:");
  const files = new Set((await getProblems()).map((problem) => problem.split(":")[0]));
  expect([...files]).toEqual(["categories/product.yaml", "herbs/huang-qi.yaml", "product/huang-qi/index.cn.md"]);
});

test("a category may name the one above it, which must exist", async () => {
  const words = "{ cn: 新, en: New }";
  const write = (parent: string, slug = "new") =>
    edit(
      "categories/product.yaml",
      /^/,
      `- { slug: ${slug}, parent: ${parent}, title: ${words}, summary: ${words} }\n`,
    );
  write("pieces/roots");
  write("pieces", "pieces/last");
  const { source, problems } = await readContentFolder(resolvePath(""));
  const slugs = source.categories.product.slice(0, 2).map(({ slug }) => slug);
  expect([slugs, problems]).toEqual([["pieces/last", "pieces/roots/new"], []]);
  write("none");
  await expectProblems(/^categories\/product\.yaml:1 .*none/);
});

test("a site whose forms can't link to its privacy notice gets a remark", async () => {
  expect((await readContentFolder(resolvePath("."))).remarks).toEqual([]);
  edit("page/privacy/index.cn.md", /^updated:/m, "draft: true\nupdated:");
  const [remark, ...others] = (await readContentFolder(resolvePath("."))).remarks;
  expect([remark?.file, others]).toEqual([resolvePath("page/privacy/index.cn.md"), []]);
});

test("an advert with different pictures in two languages gets a remark", async () => {
  edit("adverts/en.yaml", /plate: .*$/m, "plate: gan-cao");
  const { remarks } = await readContentFolder(resolvePath("."));
  expect(remarks.map(({ file, field }) => [file, field])).toEqual([[resolvePath("adverts/en.yaml"), "[0].plate"]]);
});

test("mistakes of drafts are remarks; these drafts aren't compiled, and references to them count as references to drafts", async () => {
  // One draft can't be parsed; the other drafts have only mistakes in fields.
  edit("product/huang-qi/index.cn.md", /^sku: .*$/m, "draft: true # soon\nsku: [");
  edit("product/dang-gui/index.cn.md", /^cat: .*$/m, "cat: pieces/nowhere\ndraft: true");
  edit("product/dang-gui/index.cn.md", /^sku: .*$/m, "sku: qg-p-0103");
  edit("product/bai-shao/index.cn.md", /^sku: .*$/m, "sku: qg-p-0103");
  edit("page/privacy/index.en.md", /^title: .*\n/m, "");
  edit("page/privacy/index.cn.md", /^updated:/m, "draft: true\nupdated:");
  edit("batch/HQ-2601.yaml", /^product: .*$/m, "product: nowhere\ndraft: true\ncolour: red");
  append("news/bozhou-fair/index.cn.md", "\n[一](/product/info/huang-qi)\n");
  await expectProblems();
  const { remarks, draftLinks, source } = await readContentFolder(resolvePath("."));
  const files = new Set(remarks.map(({ file }) => file.slice(resolvePath(".").length + 1)));
  for (const file of [
    "product/huang-qi/index.cn.md",
    "product/dang-gui/index.cn.md",
    "page/privacy/index.en.md",
    "batch/HQ-2601.yaml",
  ])
    expect([...files]).toContain(file);
  const compiled = [...source.items, ...source.pages, ...source.batches].map(({ kind, id }) => `${kind}/${id}`);
  expect(compiled).toContain("product/bai-shao");
  for (const draft of ["product/huang-qi", "product/dang-gui", "page/privacy", "batch/HQ-2601"])
    expect(compiled).not.toContain(draft);
  expect(draftLinks.join()).toContain("/product/info/huang-qi");
  await withIndex((index) => expect(index.getItem("product", "cn", "bai-shao")).toBeDefined());
});

test("if a draft repeats a published item's number, the published item isn't reported", async () => {
  edit("product/huang-qi/index.cn.md", /^sku: (.*)$/m, "draft: true\nsku: qg-p-0103");
  edit("product/bai-shao/index.cn.md", /^sku: .*$/m, "sku: qg-p-0103");
  await expectProblems();
});

test("“draft: true” in a body or in a shared file's comment doesn't make a draft", async () => {
  append("product/huang-qi/index.cn.md", "\ndraft: true\n");
  edit("product/huang-qi/index.cn.md", /^cat: .*$/m, "cat: pieces/nowhere");
  edit("categories/case.yaml", /title:/, "titel:");
  append("categories/case.yaml", "# draft: true\n");
  const files = new Set((await getProblems()).map((problem) => problem.split(":")[0]));
  expect([...files]).toEqual(["categories/case.yaml", "product/huang-qi/index.cn.md"]);
});

test("a missing file of categories is reported without the mistakes that follow from it", async () => {
  rmSync(resolvePath("categories/product.yaml"));
  await expectProblems("categories/product.yaml:1 (file) is missing");
});

test("menu, adverts, settings, colours, herbs, categories and synonyms are checked", async () => {
  append(
    "menu/cn.yaml",
    "- { id: home, type: page, title: 一, path: /about-us }\n- { id: new, type: page, title: 二 }\n",
  );
  append("menu/en.yaml", "- { id: far, type: link, title: a, path: /nowhere }\n");
  edit("adverts/cn.yaml", "plate: huang-qi", "plate: unicorn-root");
  edit("adverts/cn.yaml", "plate: gui-zhi", "plate: gui-zhi\n  cover: a.jpg");
  edit("adverts/en.yaml", "aid: home-hero", "aid: home-heros");
  append("settings/cn.yaml", "kinds: [{ kind: case, title: 一, labels: [{ field: clients, label: 名 }] }]\n");
  append("settings/en.yaml", 'sharePicture: /files/share.webp\nbaiduVerification: <meta content="codeva-1">\n');
  write("colours.yaml", 'light:\n  primary: "#88aa88"\ndark:\n  paper: green\n');
  write("herbs/unicorn-horn.yaml", "names: {}\nlatin: Cornu\nspecies: Monoceros\npart: horn\n");
  append("categories/case.yaml", "- { slug: zz/yy, title: { cn: T, en: T }, summary: { cn: S } }\n");
  write("synonyms.yaml", "- [化验]\n- [检验, 檢驗]\n");
  expect((await getProblems()).map((problem) => problem.replace(/^(\S+):\d+ (\S+) .*$/, "$1 $2")))
    .toMatchInlineSnapshot(`
    [
      "adverts/cn.yaml [1].plate",
      "adverts/cn.yaml [1].alt",
      "adverts/en.yaml [0].aid",
      "categories/case.yaml [3].slug",
      "categories/case.yaml [3].summary",
      "colours.yaml dark.paper",
      "herbs/unicorn-horn.yaml names",
      "menu/cn.yaml [8].id",
      "menu/cn.yaml [9].path",
      "menu/en.yaml [8].path",
      "settings/cn.yaml kinds[0].labels[0].field",
      "settings/en.yaml sharePicture",
      "settings/en.yaml baiduVerification",
      "synonyms.yaml [0]",
    ]
  `);
});

test("synonyms must not join different formulas, or formulas of which only some have a toxic herb", async () => {
  write(
    "synonyms.yaml",
    "- [四物汤, Cinnamon Twig Decoction]\n- [理中丸, 附子理中丸]\n- [香附丸, 莎草丸]\n- [乌头汤, 川乌汤]\n- [附子, 黑顺片]\n",
  );
  await expectProblems(
    "synonyms.yaml:1 [0] these are different formulas, not synonyms: Cinnamon Twig Decoction, 四物汤",
    "synonyms.yaml:2 [1] 附子理中丸 has a toxic herb that other formulas of the group lack, so they aren’t synonyms",
  );
});

test("the contrast of the colours, and the pictures and links of the settings, are checked", async () => {
  write("colours.yaml", 'light:\n  primary: "#88aa88"\n');
  edit("settings/cn.yaml", "/qr/wechat.svg", "/qr/unicorn.svg");
  edit("settings/en.yaml", "logo: /logo.svg", "logo: /files/none.png");
  const text = readFileSync(resolvePath("settings/en.yaml"), "utf8").replace(/^about:.*\n(?: .*\n|\n)*/m, "");
  write("settings/en.yaml", `about: |\n  # Title\n\n  ![x](a.png) [x](/nowhere)\n${text}`);
  await expectProblems(
    /^colours\.yaml:2 light\.primary primary can’t be read on this paper .*"#[0-9a-f]{6}" can$/,
    /^settings\/cn\.yaml:\d+ social\[0\]\.qr there is no file \/qr\/unicorn\.svg/,
    /^settings\/en\.yaml:2 about a heading of level 1/,
    /^settings\/en\.yaml:4 about the picture a\.png can’t be shown/,
    /^settings\/en\.yaml:4 about there is no \/nowhere/,
    /^settings\/en\.yaml:\d+ logo there is no file \/files\/none\.png/,
  );
});

test("files and folders may be missing, and files may have only comments", async () => {
  for (const file of ["colours.yaml", "redirects.yaml", "synonyms.yaml"]) write(file, "# nothing yet\n");
  for (const folder of ["adverts", "batch", "page"]) rmSync(resolvePath(folder), { recursive: true });
  await expectProblems();
});

test("a link in a text must lead to a page or file of the site, or have an allowed scheme", async () => {
  const validTargets = [
    "https://example.com",
    "http://example.com/a?b",
    "mailto:a@example.com",
    "tel:+861",
    "/about-us",
    "/news/list?page=2",
    "/rss.xml",
    "/files/huang-qi-en.pdf",
    "/product/list/pieces/roots",
    "/page/privacy",
    "/batch/HQ-2601",
  ];
  const wrongTargets = [
    ["javascript:alert(1)", "linkAddress"],
    ["www.example.com", "linkAddress"],
    ["ftp://example.com/a.pdf", "linkAddress"],
    ["//example.com", "linkAddress"],
    ["#place", "linkAddress"],
    ["mailto:a@example", "linkAddress"],
    ["http://localhost:3000/about-us", "linkAddress"],
    ["/about-us#place", "linkPlace"],
    ["/product/info/unicorn", "noPage"],
    ["/en/about-us", "noPage"],
    ["/files/unicorn.pdf", "noFile"],
  ] as const;
  const file = "page/quality/index.cn.md";
  const lineCount = readFileSync(resolvePath(file), "utf8").trimEnd().split("\n").length;
  append(
    file,
    `\n\n${[...validTargets, ...wrongTargets.map(([target]) => target)].map((target) => `[x](${target})`).join("\n")}\n`,
  );
  const { problems } = await readContentFolder(resolvePath(""));
  const firstLine = problems[0]!.line;
  expect(firstLine).toBeGreaterThan(lineCount + validTargets.length);
  expect(problems.map(({ line, message }) => [line - firstLine, (message as { key: string }).key])).toEqual(
    wrongTargets.map(([, key], index) => [index, key]),
  );
});

test("links to drafts are listed, and are reported as mistakes only in redirects", async () => {
  addFields(resolvePath("product/gan-cao/index.cn.md"), "draft: true");
  append("page/quality/index.cn.md", "\n[甘草](/product/info/gan-cao)\n");
  append("batch/HQ-2601.yaml", "draft: true\n");
  write("redirects.yaml", "- from: /old-batch\n  to: /batch/HQ-2601\n");
  await expectProblems(/^redirects\.yaml:2 \[0\]\.to .*draft/);
  const { draftLinks } = await readContentFolder(resolvePath(""));
  expect(draftLinks).toEqual([expect.stringMatching(/page\/quality\/index\.cn\.md:\d+ {2}\/product\/info\/gan-cao$/)]);
});

test("missing translations are listed, and an untranslated item is served in the other language", async () => {
  edit("herbs/ma-huang.yaml", /^ +en: .*\n/m, "");
  edit("categories/news.yaml", "    en: Harvest reports\n", "");
  edit("categories/news.yaml", '    en: "Category of the tests: Harvest reports."\n', "");
  rmSync(resolvePath("product/huang-qi/index.en.md"));
  const { problems, missingTranslations } = await readContentFolder(resolvePath(""));
  expect(problems).toEqual([]);
  expect(filterMissing(missingTranslations).toSorted()).toEqual([
    resolvePath("categories/news.yaml") + ": company/harvest (en)",
    resolvePath("herbs/ma-huang.yaml") + " (en)",
    resolvePath("product/huang-qi/index.en.md"),
  ]);
  await withIndex((index) => {
    const { ingredients } = index.getItem("prescription", "en", "ma-huang-tang") as { ingredients: { name: string }[] };
    expect(ingredients[0]!.name).toBe("麻黄");
    expect(index.getItem("product", "en", "huang-qi")).toMatchObject({ title: "黄芪", lang: "zh-CN" });
    expect(index.getItem("product", "cn", "huang-qi")).not.toHaveProperty("lang");
    const list = index.list("product", "en", { page: 1, pageSize: 100, sort: "newest" })!;
    expect(list.rows).toContainEqual(expect.objectContaining({ id: "huang-qi", lang: "zh-CN" }));
  });
});

test("files and folders that the site doesn't use are reported", async () => {
  write("redirect.md");
  write("product/huang-qi/photos/a.png");
  write("product/huang-qi/old/index.cn.md");
  write("product/huang-qi/zh.md");
  write("batch/HQ-1.yml");
  renameSync(resolvePath("product/gan-cao/index.cn.md"), resolvePath("product/gan-cao/index.cn.md.txt"));
  for (const name of ["index.cn.md", "index.en.md"]) rmSync(resolvePath(`product/bai-zhu/${name}`));
  cpSync(resolvePath("page/quality"), resolvePath("page/Our_Quality"), { recursive: true });
  symlinkSync("huang-qi", resolvePath("product/huang-qi-2"));
  await expectProblems(
    "batch/HQ-1.yml:1 (file) isn’t read here: give it its right name, such as index.cn.md, or delete it",
    "page/Our_Quality:1 (folder) may have only lower-case letters, digits and hyphens",
    "product/bai-zhu:1 (folder) needs a file for at least one language",
    "product/gan-cao/index.cn.md.txt:1 (file) isn’t read here: give it its right name, such as index.cn.md, or delete it",
    ...["cat", "date", "sku"].map((field) => `product/gan-cao/index.en.md:2 ${field} is missing`),
    "product/huang-qi-2:1 (link) is a symbolic link. The file or folder itself must be here",
    "product/huang-qi/old/index.cn.md:1 (file) isn’t read here: give it its right name, such as index.cn.md, or delete it",
    "product/huang-qi/zh.md:1 (file) isn’t read here: give it its right name, such as index.cn.md, or delete it",
    "redirect.md:1 (file) isn’t read here: give it its right name, such as index.cn.md, or delete it",
  );
});

test("notes, hidden files, and files that programs leave in the content folder are ignored", async () => {
  for (const file of ["product/README.md", "product/huang-qi/notes.txt", ".git/config.yaml", "news/.draft.md"])
    write(file);
  for (const file of ["product/__MACOSX/._index.cn.md", "batch/~$HQ-1.yaml", "menu/~$cn.yaml"]) write(file);
  await expectProblems();
});

test.each(["", "product/", "product/huang-qi/", "batch/", "herbs/", "menu/", "categories/", "files/"])(
  "folders that systems and network drives leave in content/%s are ignored",
  async (place) => {
    const folders = ["@eaDir", "#recycle", "@Recycle", "$RECYCLE.BIN", "System Volume Information", "lost+found"];
    for (const folder of folders) write(`${place}${folder}/index.cn.md`, "x");
    for (const file of ["DESKTOP.INI", "huang-qi.yaml~", "index.cn.md~", "@x.yaml"]) write(place + file, "x");
    await expectProblems();
  },
);

test.each([
  ["product/huang-qi/index.cn.md", "product/huang-qi/index.cn.md:1 (file) is a folder, and must be a file"],
  ["settings/en.yaml", "settings/en.yaml:1 (file) is a folder, and must be a file"],
])("a folder in place of the file %s is reported as a mistake", async (file, mistake) => {
  rmSync(resolvePath(file));
  mkdirSync(resolvePath(file));
  expect(await getProblems()).toContain(mistake);
});

test.each(["product", "batch", "news/bozhou-fair", "files"])(
  "a file in place of the folder %s doesn't crash the check",
  async (folder) => {
    rmSync(resolvePath(folder), { recursive: true, force: true });
    write(folder, "x");
    await expect(readContentFolder(resolvePath(""))).resolves.toBeDefined();
  },
);

test("invisible characters are removed from a text, but their escape sequences are reported as mistakes", async () => {
  edit("product/huang-qi/index.cn.md", /^title: .*$/m, "title: \u200b⻩\ufe00芪");
  await expectProblems();
  await withIndex((index) => expect(index.getItem("product", "cn", "huang-qi")).toMatchObject({ title: "黄芪" }));
  for (const escape of ["\\u200b", "\\ud83d"]) {
    edit("product/huang-qi/index.cn.md", /^title: .*$/m, `title: "${escape}黄芪"`);
    await expectProblems(/^product\/huang-qi\/index\.cn\.md:2 title has a character that can’t be shown/);
  }
});

test("an item of an unused kind may link to its kind, but links from elsewhere to the kind or its items are reported", async () => {
  append("settings/cn.yaml", "kindsInUse: [product, prescription, case, service]\n");
  append("news/bozhou-fair/index.cn.md", "\n见[新闻](/news/list)。\n");
  await expectProblems();
  append("product/huang-qi/index.cn.md", "\n见[新闻](/news/list)。\n");
  append("page/quality/index.en.md", "\n[The fair](/news/info/bozhou-fair)\n");
  write("redirects.yaml", "- from: /fair\n  to: /news/info/bozhou-fair\n");
  await expectProblems(
    /^page\/quality\/index\.en\.md:\d+ \(text\) .*kindsInUse of the settings is without news/,
    /^product\/huang-qi\/index\.cn\.md:\d+ \(text\) .*kindsInUse of the settings is without news/,
    /^redirects\.yaml:2 \[0\]\.to there is no \/news\/info\/bozhou-fair/,
  );
});

test("the settings of each language must name the same kinds", async () => {
  append("settings/cn.yaml", "kindsInUse: [product, prescription, case, service, news]\n");
  append("settings/en.yaml", "kindsInUse: [news, case, service, product, prescription]\n");
  await expectProblems();
  edit("settings/en.yaml", "[news, case,", "[case,");
  await expectProblems(/^settings\/en\.yaml:\d+ kindsInUse must be as in the settings/);
});
