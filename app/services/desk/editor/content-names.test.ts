import { expect, test } from "vitest";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { createFormAddress, describeLocation } from "./content-names.ts";

const ownerTexts = await createOwnerTexts({ OWNER_LANGUAGE: "cn" } as never);

test.each([
  ["product/huang-qi/index.en.md", "黄芪", "alt[0].photo", "产品 · 黄芪 · English · 照片说明 1 照片"],
  ["page/privacy/index.cn.md", undefined, "正文", "独立页面 · privacy · 中文 · 正文"],
  ["batch/HQ1.yaml", undefined, "results[1].test", "批次 · HQ1 · 检验结果 2 项目"],
  ["herbs/huang-qi.yaml", undefined, "names", "药材 · huang-qi · 药名"],
  ["categories/product.yaml", undefined, "[2].slug", "栏目 · 产品 · 3 网址名"],
  ["menu/cn.yaml", undefined, "[1].path", "菜单 · 中文 · 2 地址"],
  ["menu/en.yaml", undefined, "[title].children[No. 2].path", "菜单 · English · title 下级菜单 No. 2 地址"],
  ["files/HQ2601.pdf", undefined, "", "文件 · HQ2601.pdf"],
  ["colours.yaml", undefined, "dark.paper", "颜色 · 深色 底色"],
])("in the file %s, titled %s, the field %s is described as %s", (file, title, field, place) => {
  expect(describeLocation(file, ownerTexts, title, field)).toBe(place);
});

test.each([
  ["product/huang-qi/index.en.md", "product/entries/huang-qi/index"],
  ["batch/HQ1.yaml", "batch/entries/HQ1"],
  ["categories/product.yaml", "categories/entries/product"],
  ["menu/cn.yaml", "site/entries/menu"],
  ["claims.yaml", "site/entries/claims"],
])("%s is edited in the form %s", (file, form) => {
  const { pathname, searchParams } = new URL(createFormAddress(file)!, "https://site.example");
  expect([pathname, Object.fromEntries(searchParams)]).toEqual(["/desk/content", { form }]);
});

test.each(["notes/a.yaml", "colours.yaml"])("%s has no form, so it gets no link to one", (file) => {
  expect(createFormAddress(file)).toBeUndefined();
});
