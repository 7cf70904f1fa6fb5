import { describe, expect, test } from "vitest";
import { parseRows } from "./lab-table.ts";

const joinWords = (words: Record<string, string> = {}) => Object.values(words).join(" // ");

/** Parses a table, and formats each row as `test | limit | result`. A line that can't be parsed begins with `?`. */
const read = (table: string) =>
  parseRows(table).map(({ line, row }) =>
    row ? [row.test, row.limit, row.result].map(joinWords).join(" | ") : `? ${line.replaceAll("\t", " ").trim()}`,
  );

/** Formats rows like `read`, but replaces a line that can't be parsed by the reason. */
const explain = (table: string) =>
  parseRows(table).map(({ problem }, index) =>
    problem ? [problem.reason, ...(problem.words ?? [])].join(" ") : read(table)[index],
  );

const water = "水分 | ≤14.0% | 9.8%";
const look = "性状 | 应符合规定 | 符合规定";
const lead = "铅 | ≤5 mg/kg | 0.6 mg/kg";

test.each<[string, string, string[]]>([
  ["numbers without a heading", "1\t性状\t应符合规定\t符合规定\n2\t水分\t≤14.0%\t9.8%", [look, water]],
  ["numbers with points", "1.  性状  应符合规定  符合规定\n2.  水分  ≤14.0%  9.8%", [look, water]],
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
  ["results before limits without a heading", "水分\t9.8%\t≤14.0%\n铅\t0.6 mg/kg\t≤5 mg/kg", [water, lead]],
  [
    "a column of units",
    "项目\t单位\t限值\t检测值\n水分\t%\t≤14.0\t9.8\n铅\tmg/kg\t≤5\t0.6\n性状\t/\t应符合规定\t符合规定",
    [water, lead, look],
  ],
  ["units in the heading", "Parameter\tLimit (mg/kg)\tFound (mg/kg)\n铅\t≤5\t0.6", [lead]],
  [
    "merged groups",
    "序号\t检验项目\t\t标准规定\t检验结果\n1\t性状\t\t应符合规定\t符合规定\n2\t重金属\t铅\t≤5 mg/kg\t0.6 mg/kg\n\t\t镉\t≤1 mg/kg\t0.1 mg/kg",
    [look, lead, "镉 | ≤1 mg/kg | 0.1 mg/kg"],
  ],
  [
    "a column of groups",
    "类别\t项目\t限度\t结果\n理化\t水分\t≤14.0%\t9.8%\n重金属\t铅\t≤5 mg/kg\t0.6 mg/kg\n\t镉\t≤1 mg/kg\t0.1 mg/kg",
    [water, lead, "镉 | ≤1 mg/kg | 0.1 mg/kg"],
  ],
  [
    "a line for each group",
    "检验项目\t标准规定\t检验结果\n【检查】\t\t\n水分\t≤14.0%\t9.8%\n重金属\t\t\n铅\t≤5 mg/kg\t0.6 mg/kg",
    [water, lead],
  ],
  [
    "names and groups in brackets",
    "检验项目\t标准规定\t检验结果\n【性状】\t应符合规定\t符合规定\n【检查】\n水分\t≤14.0%\t9.8%",
    [look, water],
  ],
  [
    "tests of one name in two groups",
    "类别\t项目\t限度\t结果\n浸出物\t水\t≥20%\t25%\n残留\t水\t≤2%\t1%",
    ["浸出物 水 | ≥20% | 25%", "残留 水 | ≤2% | 1%"],
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
    ["性状 // Appearance | 应符合规定 // Complies | 符合规定 // Complies", "水分 // Moisture | ≤14.0% | 9.8%"],
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
    ["铅 | 5 mg/kg | ND"],
  ],
  ["the name behind its result", "检验结果\t标准规定\t检验项目\n9.8%\t≤14.0%\t水分", [water]],
  ["an empty column", "检验项目\t\t标准规定\t检验结果\n水分\t\t≤14.0%\t9.8%", [water]],
  ["empty cells", "序号\t项目\t限度\t结果\n1\t水分\t\t9.8%", ["水分 |  | 9.8%"]],
  [
    "names, English names, limits and results",
    "水分\tMoisture\t≤14.0%\t9.8%\npH\t\t5.0–7.0\t6.1",
    ["水分 // Moisture | ≤14.0% | 9.8%", "pH | 5.0–7.0 | 6.1"],
  ],
  [
    "a merged heading over value and unit",
    "检测项目\t标准要求\t\t检测结果\t\t判定\n\t指标\t单位\t数值\t单位\t\n铅\t≤5\tmg/kg\t0.6\tmg/kg\t合格\n水分\t≤14.0\t%\t9.8\t%\t合格",
    [lead, water],
  ],
  [
    "units below no heading",
    "检测项目\t标准要求\t\t检测结果\t\n铅\t≤5\tmg/kg\t0.6\tmg/kg\n性状\t应符合规定\t/\t符合规定\t/",
    [lead, look],
  ],
  [
    "a column of units beside each",
    "Test\tLimit\tUnit\tResult\tUnit\n铅\t≤5\tmg/kg\t0.6\tmg/kg\n菌落\t≤10³\tcfu/g\t10²\tcfu/g",
    [lead, "菌落 | ≤10³ cfu/g | 10² cfu/g"],
  ],
  [
    "a merged heading over lower and upper limits",
    "检验项目\t限度\t\t结果\n\t下限\t上限\t\n水分\t/\t14.0%\t9.8%\npH\t5.0\t7.0\t6.1\n灰分\t—\t—\t3%",
    [water, "pH | 5.0–7.0 | 6.1", "灰分 |  | 3%"],
  ],
  [
    "another order of columns below another heading",
    "检验项目 | 限度 | 结果\n水分 | ≤14.0% | 9.8%\n\n检验项目 | 结果 | 限度\n铅 | 0.6 mg/kg | ≤5 mg/kg\n检验项目 | 检验结果 | 标准规定\n性状 | 符合规定 | 应符合规定",
    [water, lead, look],
  ],
  [
    "a second heading without limits",
    "Test | Limit | Result\n水分 | ≤14.0% | 9.8%\nTest | Method | Result\nAppearance | Visual | Complies",
    [water, "Appearance |  | Complies"],
  ],
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
    ["? 检验报告", water, lead],
  ],
  [
    "numbers before names",
    "项目\t限度\t结果\n1.水分\t≤14.0%\t9.8%\n（3）铅\t≤5 mg/kg\t0.6 mg/kg\n④性状\t应符合规定\t符合规定\n【含量测定】 黄芪甲苷\t≥1%\t2%\n4.4'-DDT\t≤1%\t0%",
    [water, lead, look, "黄芪甲苷 | ≥1% | 2%", "4.4'-DDT | ≤1% | 0%"],
  ],
  [
    "units and abbreviations behind Chinese words",
    "项目\t限度\t结果\n霉菌\t不得过 100 cfu/g\t未检出（LOD：0.1）",
    ["霉菌 | 不得过 100 cfu/g | 未检出（LOD：0.1）"],
  ],
])("a table with %s is parsed", (_name, table, rows) => expect(read(table)).toEqual(rows));

describe("lines with ambiguous cells are reported", () => {
  test.each<[string, string, string[]]>([
    ["two columns of results", "项目\t限度\t结果\t结果\n水分\t≤14.0%\t9.8%\t9.9%", ["? 水分 ≤14.0% 9.8% 9.9%"]],
    [
      "two columns of limits",
      "项目\t药典标准\t企业标准\t结果\n水分\t≤14.0%\t≤12.0%\t9.8%",
      ["? 水分 ≤14.0% ≤12.0% 9.8%"],
    ],
    ["four columns without a heading", "水分\t≤14.0%\t9.8%\t合格", ["? 水分 ≤14.0% 9.8% 合格"]],
    ["an English name and no limit", "水分\tMoisture\t9.8%", ["? 水分 Moisture 9.8%"]],
    ["more cells than the heading", "项目\t限度\t结果\n水分\t≤14.0%\t9.8%\t合格", ["? 水分 ≤14.0% 9.8% 合格"]],
    [
      "lines around the table",
      "黄芪检验报告书\n项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n结论：符合规定",
      ["? 黄芪检验报告书", water, "? 结论：符合规定"],
    ],
  ])("a table with %s", (_name, table, rows) => expect(read(table)).toEqual(rows));

  test.each<[string, string, string[]]>([
    ["a cell too few", "检验项目 | 限度 | 结果 | 方法\n总灰分 | 3.1% | 2302", ["cells"]],
    ["a cell too few before a judgement", "检验项目\t限度\t结果\t单项判定\n总灰分\t3.1%\t合格", ["cells"]],
    ["a standard as limit", "检测项目 | 检测标准 | 检测结果\n铅 | GB 5009.12-2023 | 0.6 mg/kg", ["document"]],
    ["a method as limit", "Item\tStandard\tResult\nLead\tUSP <233>\t1\nPests\tSN/T 0217\t1", ["document", "document"]],
    ["a chapter as result", "水分\t≤14.0%\t9.8%\n灰分\t≤5%\t通则 2302", [water, "document"]],
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
      [lead, " | ≤3 mg/kg | 0.4 mg/kg"],
    ],
    ["a heading alone", "检测项目\t限度\t结果", ["none"]],
    [
      "ditto marks",
      '项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n六氯苯\t同上\t〃\n七氯\t"\t未检出\n艾氏剂\t"\t未检出',
      [water, "ditto", "ditto", "ditto"],
    ],
    ["a result that is a limit", "项目\t限度\t结果\n水分\t9.8%\t≤14.0%", ["swapped"]],
    ["limits without signs or a heading", "水分\t9.8%\t14.0%\n性状\t符合规定\t浅黄色粉末", ["swapped", "swapped"]],
    ["a word that isn't known", "项目\t判据\t结果\n水分\t≤14.0%\t9.8%", ["unknown 判据"]],
    [
      "a second heading that isn't known",
      "项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n农药\t限量\t结果\n六六六\t≤0.1%\t0%",
      [water, "unknown 农药", "六六六 | ≤0.1% | 0%"],
    ],
    [
      "a number in place of a name",
      "Pos.\tPrüfung\tGrenzwert\tErgebnis\n1\tBlei\t≤5\t1",
      ["Pos. // Prüfung | Grenzwert | Ergebnis", "columns"],
    ],
    ["a heading that isn't known", "检验项目\t判据\t测得", ["unknown 判据 测得"]],
    ["two limits", "项目\t内控标准\t法定标准\t结果\n水分\t≤9%\t≤10%\t8%", ["double 内控标准 法定标准"]],
    ["a column without a heading", "项目\t限度\t结果\t\n水分\t≤14.0%\t9.8%\t复检", ["unnamed"]],
    [
      "names of those who signed",
      "项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n检验：李\t复核：王\t批准：张",
      [water, "columns"],
    ],
    ["markup", "水分\t≤14.0%\t9.8&percnt;", ["columns"]],
  ])("%s is reported with the reason", (_name, table, rows) => expect(explain(table)).toEqual(rows));
});
