import { expect, test } from "vitest";
import { endpoints } from "./calls/endpoints.ts";
import { infoSchemas } from "./entities.ts";

const item = { id: "7", title: "题目" };

test.each([
  ["2025-03-12 00:00:00", "2025-03-12"],
  ["2025-03-12T23:30:00-08:00", "2025-03-12"],
  ["2025/3/2", "2025-03-02"],
  [1_741_737_600, "2025-03-12"],
  [1_741_737_600_000, "2025-03-12"],
  ["2025-02-30", undefined],
  ["soon", undefined],
])("only the day of the time %j is used, and an invalid time counts as missing", (date, expected) => {
  expect(infoSchemas.news.parse({ ...item, date }).date).toBe(expected);
});

test.each([
  ["-5", undefined],
  [undefined, undefined],
  ["13.7", undefined],
  ["31", 31],
])("the total %j is read as %s", (total, expected) => {
  expect(endpoints["case.list"].data.parse({ rows: [item], total }).total).toBe(expected);
});

test("null and invalid values in optional fields count as missing, and invalid members of lists are left out", () => {
  const invalidFields = {
    cover: 5,
    tags: "x",
    date: null,
    cat: [],
    gallery: null,
    related: {},
    attachments: 7,
    seo: "s",
  };
  const specs = [{ label: "规格" }, { label: "甲", value: 3 }];
  const { cover, tags, cat, gallery, related, seo, ...product } = infoSchemas.product.parse({
    ...item,
    ...invalidFields,
    specs,
  });
  expect([cover, tags, cat, gallery, related, seo]).toEqual([undefined, [], undefined, [], [], undefined]);
  expect(product.specs).toEqual([{ label: "甲", value: "3" }]);
  expect(endpoints["article.prevnext"].data.parse({ prev: {}, next: "x" })).toEqual({ prev: null, next: null });
});

test("a bare picture address is parsed to a picture", () => {
  expect(infoSchemas.news.parse({ ...item, cover: "/a.jpg" }).cover).toEqual({ src: "/a.jpg" });
});

test.each([{ dose: -3 }, { dose: 0 }, { role: "emperor" }])(
  "if an ingredient has %j, its formula has no composition",
  (fault) => {
    const ginseng = { name: "人参", dose: 9, role: "monarch" };
    const parse = (ingredients: object[]) => infoSchemas.prescription.parse({ ...item, ingredients }).ingredients;
    expect(parse([ginseng])).toHaveLength(1);
    expect(parse([ginseng, { ...ginseng, ...fault }])).toEqual([]);
  },
);
