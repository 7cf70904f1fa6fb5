import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LineCounter, parse, parseDocument, stringify, visit } from "yaml";
import { splitFrontMatter } from "#app/services/content/files/formats/front-matter.ts";
import { countChangedLines } from "#tests/setup/content/changed-lines.ts";
import { keepLines } from "./keep-lines.ts";

/** Returns the editor's version of a file: equal values in another order and style, with blanks for empty fields. */
function format(text: string, change: (fields: Record<string, unknown>) => void = () => {}): string {
  const { matter, rest } = splitFrontMatter(text)!;
  const fields = Object.fromEntries(Object.entries(parse(matter) as object).toReversed());
  change(fields);
  return `---\n${stringify({ ...fields, draft: fields["draft"] ?? false, alt: fields["alt"] ?? [] }, { lineWidth: 0 })}---${rest}`;
}

const listChangedLines = (before: string, after: string) =>
  after.split("\n").filter((line) => !before.split("\n").includes(line));

const source = readFileSync("content/product/huang-qi/index.cn.md", "utf8");

const files = readdirSync("content", { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.(?:md|yaml)$/.test(name),
);

test("every file of the content that is saved unedited stays the same to the byte", () => {
  expect(files.length).toBeGreaterThan(250);
  for (const file of files) {
    const text = readFileSync(join("content", file), "utf8");
    const sentText = file.endsWith(".md") ? format(text) : stringify(parse(text) ?? []);
    expect([file, keepLines(file, text, sentText)]).toEqual([file, text]);
  }
});

test("changing a field changes one line, and comments stay", () => {
  const before = source.replace("sku: QG-P-0101", "# Ask first.\nsku: QG-P-0101 # of the old catalogue");
  const after = keepLines(
    "index.cn.md",
    before,
    format(before, (fields) => (fields["sku"] = "QG-P-0199")),
  );
  expect(after).toBe(before.replace("QG-P-0101", "QG-P-0199"));
});

test("in every file of the content, changing a value changes only its lines", () => {
  let edits = 0;
  for (const file of files) {
    const text = readFileSync(join("content", file), "utf8");
    const { matter, rest } = file.endsWith(".md") ? splitFrontMatter(text)! : { matter: text, rest: undefined };
    const lineCounter = new LineCounter();
    const document = parseDocument(matter, { lineCounter });
    const changedLines = new Set<number>();
    let index = file.length;
    visit(document, {
      Scalar(key, node) {
        // A sixth of the values is edited, different ones in each file.
        if (key === "key" || index++ % 6 > 0) return;
        changedLines.add(lineCounter.linePos(node.range![0]).line);
        // One line of a block text is edited.
        node.value = typeof node.value === "number" ? node.value + 1 : String(node.value).replace(/^.*/, "$&改");
        edits++;
      },
    });
    // The editor writes in its own style, without comments.
    const sentText = stringify(document.toJS(), { lineWidth: 0, singleQuote: true });
    const after = keepLines(file, text, rest === undefined ? sentText : `---\n${sentText}---${rest}`);
    expect([file, countChangedLines(text, after)]).toEqual([file, [changedLines.size, changedLines.size]]);
  }
  expect(edits).toBeGreaterThan(1000);
});

test("numbers stay numbers and block texts stay blocks, although the form returns them as texts", () => {
  const before = readFileSync("content/settings/cn.yaml", "utf8");
  const settings = parse(before) as { phone: string; about: string; milestones: { year: unknown }[] };
  settings.phone = "0558-555 0199";
  settings.about = settings.about.trim();
  for (const milestone of settings.milestones) milestone.year = String(milestone.year);
  const after = keepLines("settings/cn.yaml", before, stringify(settings));
  expect(listChangedLines(before, after)).toEqual([expect.stringContaining("0558-555 0199")]);
});

test("a paragraph that the editor split at a line end stays split, and asterisks in code keep their backslashes", () => {
  const create = (text: string) => `---\ntitle: A\n---\n\n${text}\n`;
  const split = create("one\n\ntwo");
  expect(keepLines("a.md", create("one\ntwo"), split)).toBe(split);
  const code = create("```\na \\*\\* b\n```\n\n`\\*\\*`");
  expect(keepLines("a.md", create("one"), code)).toBe(code);
});

test("an entry of the menu can be moved", () => {
  const file = readFileSync("content/menu/cn.yaml", "utf8");
  const before = `# 总菜单\n${file.replace("  title: 产品中心", "  title: 产品中心 # 常用")}`;
  const [first, ...others] = parse(before) as unknown[];
  const after = keepLines("menu/cn.yaml", before, stringify([...others, first]));
  expect(parse(after)).toEqual([...others, first]);
  expect(after.split("\n").toSorted()).toEqual(before.split("\n").toSorted());
});

test("an entry whose fields are returned in another order stays unchanged", () => {
  const before = "- { from: /a, to: /b } # old\n- { from: /c, to: /d }\n";
  const after = keepLines(
    "redirects.yaml",
    before,
    "- { from: /x, to: /y }\n- { to: /b, from: /a }\n- { to: /d, from: /c }\n",
  );
  expect(after).toBe(`- {from: /x, to: /y}\n${before}`);
});

test("adding a field and removing another leaves the other lines unchanged", () => {
  const after = keepLines(
    "index.cn.md",
    source,
    format(source, (fields) => {
      fields["draft"] = true;
      fields["related"] = [];
    }),
  );
  expect(listChangedLines(source, after)).toEqual(["draft: true"]);
  expect(after).not.toContain("related:");
});

test("a text in which the editor only restyled bold links and tables leaves the file unchanged", () => {
  const create = (...lines: string[]) => `---\ntitle: A\n---\n\n${lines.join("\n")}\n`;
  const text = create(
    "- **[留言](/contact-us)**：姓名",
    "- **[Form](/contact-us)**: name",
    "| a |",
    "| ------ |",
    "| b |",
  );
  const other = create(
    "- \\*\\*[留言](/contact-us)\\*\\*：姓名",
    "- [**Form**](/contact-us): name",
    "| a |",
    "| --- |",
    "| b |",
  );
  expect(keepLines("a.md", text, other)).toBe(text);
  expect(keepLines("a.md", text, other.replace("姓名", "电话"))).toBe(text.replace("姓名", "电话"));
});

test("a different Markdown style changes nothing, and editing a table cell changes one line", () => {
  const text = "---\ntitle: A\n---\n\n*Angelica* likes snake_case.\n\n| | 白术 |\n| --- | --- |\n| 一 | |\n";
  const other = "---\ntitle: A\n---\n\n\n_Angelica_ likes snake_case.\n\n|  | 白术 |\n| --- | --- |\n| 一 |  |\n";
  expect(keepLines("a.md", text, other)).toBe(text);
  expect(keepLines("a.md", text, other.replace("白术", "苍术"))).toBe(
    text.replace("白术", "苍术").replace("| |", "|  |"),
  );
});

test("underscores next to Chinese characters become asterisks, except in code and addresses", () => {
  const edit = (text: string) => keepLines("a.md", "---\ntitle: 一\n---\n\n旧\n", `---\ntitle: 一\n---\n\n${text}\n`);
  expect(edit("学名_Astragalus_的根")).toContain("学名*Astragalus*的根");
  expect(edit("`一_b_二`，见[图](/files/一a_b_c.pdf)，_着重_。")).toContain(
    "`一_b_二`，见[图](/files/一a_b_c.pdf)，*着重*。",
  );
});

test("a new file is saved as the editor sends it, without empty fields", () => {
  expect(
    keepLines(
      "a.md",
      undefined,
      "---\ntitle: 一\nseo: { title: 二 }\nalt: []\ndraft: false\ntags: [甲, '']\ngallery: ['']\n---\n\n文\n",
    ),
  ).toBe("---\ntitle: 一\nseo:\n  title: 二\ntags: [甲]\n---\n\n文\n");
});

test("a number stays a number if the previous entry is removed, although the form sends a text", () => {
  const file = "history:\n  - { year: 1987, text: 一 }\n  - { year: 1995, text: 二 }\n  - { year: 2001, text: 三 }\n";
  const sentText = "history:\n  - year: '1995'\n    text: 二\n  - year: '2001'\n    text: 三\n";
  expect(keepLines("a.yaml", file, sentText)).toBe(
    "history:\n  - { year: 1995, text: 二 }\n  - { year: 2001, text: 三 }\n",
  );
});

test("the editor's ids of entries aren't saved", () => {
  const sentText =
    "---\ntitle: A\nalt:\n  - __sc_item_id: 7d1f\n    description: A fair\nsteps:\n  - __sc_item_original_key_path: steps.0\n---\n\nb\n";
  const keptText = "---\ntitle: A\nalt:\n  - description: A fair\n---\n\nb\n";
  expect(keepLines("a.md", undefined, sentText)).toBe(keptText);
  expect(keepLines("a.md", keptText, sentText)).toBe(keptText);
});

test.each(["no front matter", "---\na: [\n---\n\nb\n"])(
  "the text %j is refused, because it has no valid front matter",
  (text) => {
    expect(() => keepLines("a.md", undefined, text)).toThrow();
  },
);

test("a switch that is off isn't written into a new entry, but is set to false in an existing one", () => {
  const sentText = "- from: /a\n  to: /b\n  gone: false\n- from: /c\n  gone: true\n";
  const keptText = keepLines("redirects.yaml", "- from: /c\n  gone: true\n", sentText);
  expect(keptText).toContain("- from: /a\n  to: /b\n- from: /c\n  gone: true\n");
  expect(keepLines("redirects.yaml", keptText, sentText.replace("true", "false"))).toContain("gone: false\n");
});
