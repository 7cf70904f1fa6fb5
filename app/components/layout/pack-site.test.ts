import { expect, test } from "vitest";
import { packSite } from "./pack-site.server.ts";
import { sharedData, type SiteData } from "./shared-data.ts";

const menu = [{ id: "a", type: "page", title: `He said: "it's 岐谷"`, path: "/a", children: [] }] as SiteData["menu"];
const site: SiteData = {
  adverts: [],
  siteName: "Quotes \" and ' and \\ </script>",
  settings: null,
  menu,
  origin: undefined,
  guardedRoutes: ["/case/*"],
};

test("what is packed comes out as it was, the same object for the same text", () => {
  const text = packSite(site, "en");
  const shared = sharedData({ site: text, isLoggedIn: true });
  expect(shared).toEqual({ ...JSON.parse(JSON.stringify(site)), isLoggedIn: true });
  expect(sharedData({ site: String(text), isLoggedIn: false })!.menu).toBe(shared!.menu);
});

test("the same data are packed once for each language, other data anew", () => {
  const text = packSite({ ...site }, "cn");
  expect(packSite({ ...site, menu: structuredClone(menu) }, "cn")).toBe(text);
  expect(packSite({ ...site, menu: null }, "cn")).not.toBe(text);
  expect(packSite({ ...site, siteName: "岐谷" }, "en")).toContain("岐谷");
});

test("nothing is shared where there is nothing", () => {
  expect(sharedData(undefined)).toBeUndefined();
});
