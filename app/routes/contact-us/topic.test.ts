import { expect, test } from "vitest";
import * as batch from "#app/routes/batch/route.tsx";
import * as info from "#app/routes/info/route.tsx";
import * as search from "#app/routes/search/route.tsx";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as contactUs from "./route.tsx";

expectNoComplaints();

const site = await setUpRouteCaller();

const findSubject = (html: string) => /<input(?=[^>]* name="subject")[^>]* value="([^"]+)"/.exec(html)?.[1];

test.each([
  ["/en/service/info/export-supply", "service/export-supply", "Ask about this", "Export supply"],
  ["/service/info/export-supply", "service/export-supply", "就此咨询", "出口供货"],
  ["/en/product/info/huang-qi", "product/huang-qi", "Ask about this", "Huang qi (astragalus root)"],
  ["/prescription/info/gui-zhi-tang", "prescription/gui-zhi-tang", "就此咨询", "桂枝汤"],
  ["/batch/HQ-2601", "batch/HQ-2601", "询问这一批", "批号 HQ-2601"],
  ["/en/batch/xx 1", "batch/xx%201", "If the number is right", "Batch xx 1"],
  ["/search?q=qqzzxx", "search/qqzzxx", "联系我们咨询", "找“qqzzxx”"],
])("%s links to the contact form, with a subject", async (path, about, label, title) => {
  const route = path.includes("/info/") ? info : path.includes("/batch") ? batch : search;
  const html = await renderRoute(site, route, path);
  const address = `${path.startsWith("/en") ? "/en" : ""}/contact-us?about=${about}`;
  expect(html).toMatch(new RegExp(`href="${address.replace("?", "\\?")}"[^>]*>${label}`));
  expect(findSubject(await renderRoute(site, contactUs, address))).toBe(title);
});

test("the form ignores a subject that doesn't exist or is too long, and names the formula of a decoction", async () => {
  const tooLongText = "x".repeat(101);
  for (const about of [
    "service/unknown",
    "service/",
    "",
    tooLongText,
    "x/y",
    `batch/${tooLongText}`,
    `search/${tooLongText}`,
    "search/%00",
  ])
    expect(findSubject(await renderRoute(site, contactUs, `/en/contact-us?about=${about}`))).toBeUndefined();
  // The subject has the service, the formula, and the need for a prescription.
  const decoctionPath = "/contact-us?about=service/export-supply&formula=gui-zhi-tang";
  expect(findSubject(await renderRoute(site, contactUs, `/en${decoctionPath}`))).toBe(
    "Export supply · Cinnamon Twig Decoction (with a prescription)",
  );
  expect(findSubject(await renderRoute(site, contactUs, decoctionPath))).toBe("出口供货 · 桂枝汤（凭处方代煎）");
});

test.each([
  ["Please pay now: DE12 to the account below", undefined],
  ["请马上付款", undefined],
  ["Please pay now\nHQ-2601，批号：ZZ-1\n", "HQ-2601\nZZ-1\n"],
  ["2026-001", "2026-001"],
  ["ＨＱ ２６０１", "HQ 2601"],
])("from a link's text %j only the batch numbers are used", async (text, shown) => {
  const html = await renderRoute(site, contactUs, `/en/contact-us?about=batch/${encodeURIComponent(text)}`);
  const content = /<textarea[^>]* name="content"[^>]*>\s*([^<]*)<\/textarea>/.exec(html)?.[1];
  expect([findSubject(html), content]).toEqual(
    shown?.includes("\n") ? ["Batch numbers", shown] : [shown && `Batch ${shown}`, ""],
  );
});

test("a message about several batch numbers lists them in its text", async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => `XX-${index}`).join("\n");
  const address = `/en/contact-us?about=batch/${encodeURIComponent(`${numbers},${"A".repeat(61)}`)}`;
  const html = await renderRoute(site, contactUs, address);
  expect(findSubject(html)).toBe("Batch numbers");
  expect(html).toMatch(/<textarea[^>]* name="content"[^>]*>\s*XX-0\nXX-1\n.*XX-49\n<\/textarea>/s);
});
