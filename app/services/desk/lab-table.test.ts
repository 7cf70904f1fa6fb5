import { describe, expect, test } from "vitest";
import { parseRows } from "./lab-table.ts";

const texts = (words: Record<string, string> = {}) => Object.values(words).join(" // ");

/** Reads a table as `test | limit | result`; a line that is given back begins with `?`. */
const read = (table: string) =>
  parseRows(table).map(({ line, row }) =>
    row ? [row.test, row.limit, row.result].map(texts).join(" | ") : `? ${line.replaceAll("\t", " ").trim()}`,
  );

const water = "水分 | ≤14.0% | 9.8%";
const look = "性状 | 应符合规定 | 符合规定";
const lead = "铅 | ≤5 mg/kg | 0.6 mg/kg";

test.each<[string, string, string[]]>([
  [
    "numbers",
    "序号\t检验项目\t标准规定\t检验结果\n1\t性状\t应符合规定\t符合规定\n2\t水分\t≤14.0%\t9.8%",
    [look, water],
  ],
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
    "line breaks within cells",
    '序号\t检验项目\t标准规定\t检验结果\n1\t性状\t"应符合\n规定"\t符合规定\n2\t"水\n分"\t≤14.0%\t9.8%',
    ["性状 | 应符合 规定 | 符合规定", "水 分 | ≤14.0% | 9.8%"],
  ],
  [
    "CSV with quotes",
    '检验项目,标准规定,检验结果\n性状,"淡黄色, 气微",符合规定\n水分,≤14.0%,9.8%',
    ["性状 | 淡黄色, 气微 | 符合规定", water],
  ],
  [
    "CSV with semicolons",
    "Test;Limit;Result\nMoisture;≤14.0%;9.8%\nLead;≤5 mg/kg;0.6 mg/kg",
    ["Moisture | ≤14.0% | 9.8%", "Lead | ≤5 mg/kg | 0.6 mg/kg"],
  ],
  [
    "Markdown",
    "| No. | Test | Acceptance criteria | Result | Pass/Fail |\n|---|---|---|---|---|\n| 1 | 水分 | ≤14.0% | 9.8% | Pass |",
    [water],
  ],
  ["full-width bars", "检验项目｜标准规定｜检验结果\n水分｜≤14.0%｜9.8%", [water]],
  ["two spaces", "检验项目    标准规定    检验结果\n水分        ≤14.0%      9.8%", [water]],
  [
    "HTML",
    "<table><tr><th>检验项目</th><th>标准规定</th><th>检验结果</th></tr><tr><td>水分</td><td>&le;14.0%</td><td>9.8%</td></tr></table>",
    [water],
  ],
  [
    "both languages in the heading",
    "检验项目 Test Item\t标准规定 Specification\t检验结果 Result\n水分\t≤14.0%\t9.8%",
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
  ["traditional characters", "檢驗項目\t標準規定\t檢驗結果\n水分\t≤14.0%\t9.8%", [water]],
  [
    "lower and upper limits",
    "项目\t下限\t上限\t实测值\n相对密度\t1.05\t1.10\t1.07\n水分\t\t14.0%\t9.8%",
    ["相对密度 | 1.05–1.10 | 1.07", water],
  ],
  [
    "a heading on each page",
    "项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n项目\t限度\t结果\n铅\t≤5 mg/kg\t0.6 mg/kg",
    [water, lead],
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
])("a table with %s is read", (_name, table, rows) => expect(read(table)).toEqual(rows));

describe("what can't be told apart is given back", () => {
  test.each<[string, string, string[]]>([
    ["two columns of results", "项目\t限度\t结果\t结果\n水分\t≤14.0%\t9.8%\t9.9%", ["? 水分 ≤14.0% 9.8% 9.9%"]],
    [
      "two columns of limits",
      "项目\t药典标准\t企业标准\t结果\n水分\t≤14.0%\t≤12.0%\t9.8%",
      ["? 水分 ≤14.0% ≤12.0% 9.8%"],
    ],
    ["four columns without a heading", "水分\t≤14.0%\t9.8%\t合格", ["? 水分 ≤14.0% 9.8% 合格"]],
    ["five columns without a heading", "水分\tGB 5009\t≤14.0%\t9.8%\t合格", ["? 水分 GB 5009 ≤14.0% 9.8% 合格"]],
    ["an English name and no limit", "水分\tMoisture\t9.8%", ["? 水分 Moisture 9.8%"]],
    ["more cells than the heading", "项目\t限度\t结果\n水分\t≤14.0%\t9.8%\t合格", ["? 水分 ≤14.0% 9.8% 合格"]],
    ["fewer cells than the heading", "项目\t方法\t限度\t结果\n水分\t≤14.0%\t9.8%", ["? 水分 ≤14.0% 9.8%"]],
    [
      "lines around the table",
      "黄芪检验报告书\n项目\t限度\t结果\n水分\t≤14.0%\t9.8%\n结论：符合规定",
      ["? 黄芪检验报告书", water, "? 结论：符合规定"],
    ],
    ["one column", "水分 ≤14.0% 9.8%", ["? 水分 ≤14.0% 9.8%"]],
  ])("%s", (_name, table, rows) => expect(read(table)).toEqual(rows));
});
