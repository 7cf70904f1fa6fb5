import { expect, test } from "vitest";
import cn from "#app/i18n/messages/cn/owner.json" with { type: "json" };
import en from "#app/i18n/messages/en/owner.json" with { type: "json" };
import {
  columnRoles,
  readByColumns,
  readResultText,
  suggestColumns,
  type ColumnRole,
  type RoleNames,
} from "./lab-table.ts";

const names: RoleNames = new Map(
  columnRoles.flatMap((role) =>
    [cn, en].map(({ desk }) => [desk.batch.roles[role].toLowerCase(), role] as [string, ColumnRole]),
  ),
);

/** What a person who reads these headings chooses. Other headings are ignored. */
const chosenRoles: [ColumnRole, RegExp][] = [
  ["ignored", /方法|Method/],
  ["english", /^English name$|英文/],
  ["verdict", /结论|判定|^Pass\/Fail$/],
  ["min", /下限/],
  ["max", /上限/],
  ["detection", /^MDL$|检出限/],
  ["unit", /^(?:单位|Unit)$/],
  ["limit", /限|标准规定|标准要求|指标|Limit|Specification|criteria|MRL/],
  ["result", /结果|实测|检测值|数据|平均值|测得|Result|Found/],
  ["test", /项目|名称|Test|Parameter|Item|Compound/],
];

const ownWords: Partial<Record<ColumnRole, RegExp>> = { limit: /标准|判据|Standard/, result: /结论/ };

/** Chooses the columns as a person does, who takes a second heading of one kind for the English. */
function choose(heading: readonly string[]): ColumnRole[] {
  const roles = heading.map((cell) => chosenRoles.find(([, words]) => words.test(cell))?.[0] ?? "ignored");
  return roles.map((role, index) => {
    const cell = heading[index]!;
    if (/^[A-Z]/.test(cell) && role !== "unit" && roles.slice(0, index).includes(role) && role !== "ignored")
      return "english";
    const missing = (["limit", "result"] as const).find((one) => !roles.includes(one) && ownWords[one]!.test(cell));
    return missing ?? role;
  });
}

/** @param roles what a person chooses for a table whose headings don't say it */
function readTable(text: string, roles?: string) {
  const { lines, table } = readResultText(text, new Map());
  if (!table) return lines;
  const { heading, hasHeading } = suggestColumns(table, names);
  const { cells } = table.find(({ line }) => line === heading)!;
  const chosen = roles ? (roles.split(" ") as ColumnRole[]) : choose(cells);
  return readByColumns(table, { roles: chosen, hasHeading }, names);
}

const joinWords = (words: Record<string, string> = {}) => Object.values(words).join(" // ");

/** Reads a table, and formats each row as `test | limit | result`, or the reason why a line isn't read. */
const read = (table: string, roles?: string) =>
  readTable(table, roles).map(({ row, reason }) =>
    row ? [row.test, row.limit, row.result].map(joinWords).join(" | ") : reason,
  );

const water = "水分 | ≤14.0% | 9.8%";
const look = "性状 | 应符合规定 | 符合规定";
const lead = "铅 | ≤5 mg/kg | 0.6 mg/kg";

test.each<[string, string, string[], string?]>([
  [
    "numbers without a heading",
    "1\t性状\t应符合规定\t符合规定\n2\t水分\t≤14.0%\t9.8%",
    [look, water],
    "ignored test limit result",
  ],
  [
    "numbers with points",
    "1.  性状  应符合规定  符合规定\n2.  水分  ≤14.0%  9.8%",
    [look, water],
    "ignored test limit result",
  ],
  [
    "a conclusion of each",
    "检验项目\t标准规定\t实测值\t单项结论\n性状\t应符合规定\t符合规定\t合格\n水分\t≤14.0%\t9.8%\t合格",
    [look, water],
  ],
  ["a conclusion in place of results", "项目\t标准\t结论\n性状\t应符合规定\t符合规定", [look]],
  [
    "methods, inspectors and instruments",
    "No.\tTest\tMethod\tSpecification\tResult\tAnalyst\tInstrument\n1\t水分\tChP 0832\t≤14.0%\t9.8%\tLi\tOven",
    [water],
  ],
  [
    "results before limits",
    "检测项目\t检测结果\t限量要求\t检测方法\t判定\n水分\t9.8%\t≤14.0%\tGB 5009.3\t符合\n铅\t0.6 mg/kg\t≤5 mg/kg\tGB 5009.12\t符合",
    [water, lead],
  ],
  [
    "results before limits without a heading",
    "水分\t9.8%\t≤14.0%\n铅\t0.6 mg/kg\t≤5 mg/kg",
    [water, lead],
    "test result limit",
  ],
  [
    "a column of units",
    "项目\t单位\t限值\t检测值\n水分\t%\t≤14.0\t9.8\n铅\tmg/kg\t≤5\t0.6\n性状\t/\t应符合规定\t符合规定",
    [water, lead, look],
  ],
  ["units in the heading", "Parameter\tLimit (mg/kg)\tFound (mg/kg)\n铅\t≤5\t0.6", [lead]],
  [
    "merged groups",
    "序号\t检验项目\t\t标准规定\t检验结果\n1\t性状\t\t应符合规定\t符合规定\n2\t重金属\t铅\t≤5 mg/kg\t0.6 mg/kg\n\t\t镉\t≤1 mg/kg\t0.1 mg/kg",
    ["noTest", lead, "镉 | ≤1 mg/kg | 0.1 mg/kg"],
    "ignored ignored test limit result",
  ],
  [
    "a column of groups",
    "类别\t项目\t限度\t结果\n理化\t水分\t≤14.0%\t9.8%\n重金属\t铅\t≤5 mg/kg\t0.6 mg/kg\n\t镉\t≤1 mg/kg\t0.1 mg/kg",
    [water, lead, "镉 | ≤1 mg/kg | 0.1 mg/kg"],
  ],
  [
    "a line for each group",
    "检验项目\t标准规定\t检验结果\n【检查】\t\t\n水分\t≤14.0%\t9.8%\n重金属\t\t\n铅\t≤5 mg/kg\t0.6 mg/kg",
    [water, "noLimit", lead],
  ],
  [
    "names and groups in brackets",
    "检验项目\t标准规定\t检验结果\n【性状】\t应符合规定\t符合规定\n【检查】\n水分\t≤14.0%\t9.8%",
    ["【性状】 | 应符合规定 | 符合规定", water],
  ],
  [
    "tests of one name in two groups",
    "类别\t项目\t限度\t结果\n浸出物\t水\t≥20%\t25%\n残留\t水\t≤2%\t1%",
    ["水 | ≥20% | 25%", "水 | ≤2% | 1%"],
  ],
  [
    "Markdown",
    "| No. | Test | Acceptance criteria | Result | Pass/Fail |\n|---|---|---|---|---|\n| 1 | 水分 | ≤14.0% | 9.8% | Pass |",
    [water],
  ],
  ["a heading of two lines", "检验项目\t标准规定\t检验结果\nTest\tLimit\tResult\n水分\t≤14.0%\t9.8%", [water]],
  [
    "both languages in cells",
    "检验项目\t限度\t结果\n性状 Appearance\t应符合规定 Complies\t符合规定/Complies\n水分 Moisture\t≤14.0%\t9.8%",
    ["性状 Appearance | 应符合规定 Complies | 符合规定/Complies", "水分 Moisture | ≤14.0% | 9.8%"],
  ],
  [
    "English beside Chinese",
    "English name\t中文名称\tLimit\tResult\nLead\t铅\t≤5 mg/kg\t0.6 mg/kg",
    ["铅 // Lead | ≤5 mg/kg | 0.6 mg/kg"],
  ],
  [
    "limits and results in both languages",
    "项目\tTest\t限度\tLimit\t结果\tResult\n性状\tLook\t应符合规定\tAs described\t符合规定\tComplies",
    ["性状 // Look | 应符合规定 // As described | 符合规定 // Complies"],
  ],
  [
    "lower and upper limits",
    "项目\t下限\t上限\t实测值\n相对密度\t1.05\t1.10\t1.07\n水分\t\t14.0%\t9.8%",
    ["相对密度 | 1.05–1.10 | 1.07", water],
  ],
  [
    "limits of a laboratory without signs",
    "Test Item(s)\tUnit\tTest Method\tResult\tMDL\tLimit\n铅\tmg/kg\tICP-MS\tND\t0.01\t5",
    ["铅 | 5 mg/kg | ND (<0.01 mg/kg)"],
  ],
  ["the name behind its result", "检验结果\t标准规定\t检验项目\n9.8%\t≤14.0%\t水分", [water]],
  ["an empty column", "检验项目\t\t标准规定\t检验结果\n水分\t\t≤14.0%\t9.8%", [water]],
  ["empty cells", "序号\t项目\t限度\t结果\n1\t水分\t\t9.8%", ["水分 |  | 9.8%"]],
  [
    "names, English names, limits and results",
    "水分\tMoisture\t≤14.0%\t9.8%\npH\t\t5.0–7.0\t6.1",
    ["水分 // Moisture | ≤14.0% | 9.8%", "pH | 5.0–7.0 | 6.1"],
    "test english limit result",
  ],
  [
    "a merged heading over value and unit",
    "检测项目\t标准要求\t\t检测结果\t\t判定\n\t指标\t单位\t数值\t单位\t\n铅\t≤5\tmg/kg\t0.6\tmg/kg\t合格\n水分\t≤14.0\t%\t9.8\t%\t合格",
    ["noTest", lead, water],
    "test limit unit result unit verdict",
  ],
  [
    "units below no heading",
    "检测项目\t标准要求\t\t检测结果\t\n铅\t≤5\tmg/kg\t0.6\tmg/kg\n性状\t应符合规定\t/\t符合规定\t/",
    [lead, look],
    "test limit unit result unit",
  ],
  [
    "a column of units beside each",
    "Test\tLimit\tUnit\tResult\tUnit\n铅\t≤5\tmg/kg\t0.6\tmg/kg\n菌落\t≤10³\tcfu/g\t10²\tcfu/g",
    [lead, "菌落 | ≤10³ cfu/g | 10² cfu/g"],
  ],
  [
    "a merged heading over lower and upper limits",
    "检验项目\t限度\t\t结果\n\t下限\t上限\t\n水分\t/\t14.0%\t9.8%\npH\t5.0\t7.0\t6.1\n灰分\t—\t—\t3%",
    ["noTest", water, "pH | 5.0–7.0 | 6.1", "灰分 |  | 3%"],
    "test min max result",
  ],
  [
    "another order of columns below another heading",
    "检验项目 | 限度 | 结果\n水分 | ≤14.0% | 9.8%\n\n检验项目 | 结果 | 限度\n铅 | 0.6 mg/kg | ≤5 mg/kg\n检验项目 | 检验结果 | 标准规定\n性状 | 符合规定 | 应符合规定",
    [water, "heading", "heading", "heading", "heading"],
  ],
  [
    "a second heading without limits",
    "Test | Limit | Result\n水分 | ≤14.0% | 9.8%\nTest | Method | Result\nAppearance | Visual | Complies",
    [water, "heading", "heading"],
  ],
  ["a unit in the heading of results alone", "项目\t限度\t结果(%)\n水分\t≤14.0%\t9.8", [water]],
  ["standards beside limits", "检测项目\t检测标准\t限量值\t检测结果\n铅\tGB 5009.12\t≤5 mg/kg\t0.6 mg/kg", [lead]],
  [
    "standards, requirements, data and judgements",
    "检测项目\t检测标准\t标准要求\t检测数据\t结果判定\n铅\tGB 5009.12\t≤5 mg/kg\t0.6 mg/kg\t合格",
    [lead],
  ],
  ["指标 for limits", "项目\t指标\t实测\n铅\t≤5 mg/kg\t0.6 mg/kg", [lead]],
  ["parallel samples", "项目\t限度\t平行样1\t平行样2\t平均值\n铅\t≤5 mg/kg\t0.5 mg/kg\t0.7 mg/kg\t0.6 mg/kg", [lead]],
  [
    "remarks behind numbers",
    "项目\t单位\t限度\t结果\n铅\tmg/kg\t≤5（以干燥品计）\t0.6 (n=3)\n镉\tmg/kg\t≤1\t0.6*",
    ["铅 | ≤5 mg/kg（以干燥品计） | 0.6 mg/kg (n=3)", "镉 | ≤1 mg/kg | 0.6* mg/kg"],
  ],
  ["MRLs", "Compound\tMRL\tFound\n铅\t≤5 mg/kg\t0.6 mg/kg", [lead]],
  [
    "semicolons below a title",
    "检验报告\n项目;限度;结果\n水分;≤14.0%;9.8%\n铅;≤5 mg/kg;0.6 mg/kg",
    ["cells", water, lead],
  ],
  [
    "numbers before names",
    "项目\t限度\t结果\n1.水分\t≤14.0%\t9.8%\n（3）铅\t≤5 mg/kg\t0.6 mg/kg\n④性状\t应符合规定\t符合规定\n【含量测定】 黄芪甲苷\t≥1%\t2%\n4.4'-DDT\t≤1%\t0%",
    [
      "1.水分 | ≤14.0% | 9.8%",
      "（3）铅 | ≤5 mg/kg | 0.6 mg/kg",
      "④性状 | 应符合规定 | 符合规定",
      "【含量测定】 黄芪甲苷 | ≥1% | 2%",
      "4.4'-DDT | ≤1% | 0%",
    ],
  ],
  [
    "units and abbreviations behind Chinese words",
    "项目\t限度\t结果\n霉菌\t不得过 100 cfu/g\t未检出（LOD：0.1）",
    ["霉菌 | 不得过 100 cfu/g | 未检出（LOD：0.1）"],
  ],
  ["two columns of results", "项目\t限度\t结果\t结果\n水分\t≤14.0%\t9.8%\t9.9%", ["roles"]],
  ["two columns of limits", "项目\t药典标准\t企业标准\t结果\n水分\t≤14.0%\t≤12.0%\t9.8%", ["roles"]],
  ["four columns without a heading", "水分\t≤14.0%\t9.8%\t合格", [water], "test limit result verdict"],
  ["an English name and no limit", "水分\tMoisture\t9.8%", ["水分 // Moisture |  | 9.8%"], "test english result"],
  ["more cells than the heading", "项目\t限度\t结果\n水分\t≤14.0%\t9.8%\t合格", ["roles"]],
  [
    "lines around the table",
    "黄芪检验报告书\n项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n结论：符合规定",
    ["cells", water, "cells"],
  ],
  ["a cell too few", "检验项目 | 限度 | 结果 | 方法\n总灰分 | 3.1% | 2302", ["cells"]],
  ["a cell too few before a judgement", "检验项目\t限度\t结果\t单项判定\n总灰分\t3.1%\t合格", ["cells"]],
  ["a standard as limit", "检测项目 | 检测标准 | 检测结果\n铅 | GB 5009.12-2023 | 0.6 mg/kg", ["document"]],
  ["a method as limit", "Item\tStandard\tResult\nLead\tUSP <233>\t1\nPests\tSN/T 0217\t1", ["document", "document"]],
  ["a chapter as result", "水分\t≤14.0%\t9.8%\n灰分\t≤5%\t通则 2302", [water, "document"], "test limit result"],
  ["merged limits", "项目\t限度\t结果\n铅\t≤5 mg/kg\t0.6 mg/kg\n镉\t\t0.07 mg/kg", [lead, "noLimit"]],
  ["merged units", "项目\t单位\t限度\t结果\n铅\tmg/kg\t≤5\t0.6\n镉\t\t≤1\t0.1", [lead, "noUnit"]],
  [
    "a failure that result and limit don't show",
    "项目\t限度\t结果\t判定\n性状\t应符合规定\t符合规定\t合格\n气味\t应无霉味\t微霉\t不合格\n铅\t≤5 mg/kg\t6 mg/kg\t不合格",
    [look, "failed", "铅 | ≤5 mg/kg | 6 mg/kg"],
  ],
  [
    "merged names",
    "类别\t项目\t限度\t结果\n重金属\t铅\t≤5 mg/kg\t0.6 mg/kg\n\t\t≤3 mg/kg\t0.4 mg/kg",
    [lead, "noTest"],
  ],
  ["a heading alone", "检测项目\t限度\t结果", ["none"]],
  [
    "ditto marks",
    '项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n六氯苯\t同上\t〃\n七氯\t"\t未检出\n艾氏剂\t"\t未检出',
    [water, "ditto", "ditto", "ditto"],
  ],
  ["a result that is a limit", "项目\t限度\t结果\n水分\t9.8%\t≤14.0%", ["swapped"]],
  [
    "limits without signs or a heading",
    "水分\t9.8%\t14.0%\n性状\t符合规定\t浅黄色粉末",
    ["水分 | 9.8% | 14.0%", "swapped"],
    "test limit result",
  ],
  ["a word that isn't known", "项目\t判据\t结果\n水分\t≤14.0%\t9.8%", [water]],
  [
    "a second heading that isn't known",
    "项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n农药\t限量\t结果\n六六六\t≤0.1%\t0%",
    [water, "heading", "heading"],
  ],
  ["a number in place of a name", "Pos.\tPrüfung\tGrenzwert\tErgebnis\n1\tBlei\t≤5\t1", ["roles"]],
  ["a column without a heading", "项目\t限度\t结果\t\n水分\t≤14.0%\t9.8%\t复检", ["unnamed"]],
  [
    "names of those who signed",
    "项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n检验：李\t复核：王\t批准：张",
    [water, "columns"],
  ],
  ["markup", "水分\t≤14.0%\t9.8&percnt;", ["水分 | ≤14.0% | 9.8&percnt;"], "test limit result"],
])("a table with %s is read, or a line is reported", (_name, table, rows, roles) =>
  expect(read(table, roles)).toEqual(rows),
);
