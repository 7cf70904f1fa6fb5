import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { toCsv } from "#app/services/submissions/inbox/csv.ts";
import { formatDetails, formatSubject } from "#app/services/submissions/texts/describe.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { setUpContentCopy } from "#tests/setup/content/content-copy.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { getCookies } from "#tests/setup/site/site.ts";
import * as batch from "./batch/route.tsx";
import * as info from "./info/route.tsx";
import * as list from "./list/route.tsx";
import * as quotation from "./quotation/route.tsx";
import * as search from "./search/route.tsx";
import * as suggest from "./suggest/route.ts";

expectNoComplaints();

const content = setUpContentCopy();

/** Creates a site whose herb astragalus has these facts. The herb's products are huang qi and an extract. */
async function createSite(facts: string) {
  content.edit("herbs/huang-qi.yaml", /$/, `\n${facts}\n`);
  const site = await createRouteCaller({}, content.resolvePath("."));
  onTestFinished(() => site.dispose());
  return site;
}

const words = { cn: "仅供有资质的单位", en: "Supplied to licensed buyers only" };
const localePrefixes = [
  ["cn", ""],
  ["en", "/en"],
] as const;

test.each(["toxic: toxic", "toxic: very", "prescription: true"])(
  "products of a herb with %s are for licensed buyers",
  async (facts) => {
    const site = await createSite(facts);
    const count = (html: string, locale: "cn" | "en") => html.split(words[locale]).length - 1;
    for (const [locale, prefix] of localePrefixes) {
      const render = (route: Parameters<typeof renderRoute>[1], path: string) =>
        renderRoute(site, route, prefix + path);
      expect(count(await render(info, "/product/info/huang-qi"), locale)).toBe(1);
      expect(count(await render(info, "/product/info/huang-qi-extract"), locale)).toBe(1);
      expect(count(await render(info, "/product/info/gui-zhi"), locale)).toBe(0);
      expect(count(await render(list, "/product/list/extracts"), locale)).toBe(1);
      expect(count(await render(list, "/product/list?view=sheet"), locale)).toBe(2);
      expect(count(await render(search, "/search?q=huangqi"), locale)).toBe(2);
      expect(count(await render(batch, "/batch/HQ-2601"), locale)).toBe(1);
      const suggested = await site.load<Response>(suggest.loader, `${prefix}/suggest?q=huangqi`);
      expect(count(await suggested.text(), locale)).toBe(2);
    }
  },
);

test.each(["toxic: slight", "prescription: false"])("products of a herb with %s are for everyone", async (facts) => {
  const site = await createSite(facts);
  expect(await renderRoute(site, info, "/product/info/huang-qi")).not.toContain(words.cn);
});

test("a product for licensed buyers has a note on the inquiry list, and in the inquiry that the owner receives", async () => {
  const site = await createSite("prescription: true");
  const added = await site.send<Response>(quotation.action, "/en/quotation", { intent: "add", item: "huang-qi" });
  const headers = { Cookie: getCookies(added) };
  const note = new RegExp(`id="quantity-huang-qi-note"[^>]*>[^<]*${words.en}<`);
  expect(await renderRoute(site, quotation, "/en/quotation", { headers })).toMatch(note);
  const fields: [string, string][] = [
    ...Object.entries({ intent: "send", name: "Ada", contact: "ada@example.com", elapsed: "9000" }),
    ["item", "huang-qi"],
    ["quantity", "20"],
    ["item", "gui-zhi"],
    ["quantity", "20"],
  ];
  await site.send(quotation.action, "/en/quotation", fields, headers);
  const [submission] = await readInbox(site.DATA_DIR);
  expect(submission!.payload["items"]).toMatchObject([{ id: "huang-qi", licensedBuyersOnly: true }, { id: "gui-zhi" }]);
  const ownerTexts = await createOwnerTexts({ OWNER_TIME_ZONE: "Asia/Shanghai" });
  expect(formatSubject(submission!, ownerTexts)).toContain(`（${words.cn}）`);
  const lines = formatDetails(submission!, ownerTexts).filter((line) => line.includes(words.cn));
  expect(lines).toEqual([expect.stringMatching(/^1\. .*20 kg（仅供有资质的单位）/)]);
  const table = (await Array.fromAsync(toCsv(Readable.from([[submission!]]), ownerTexts))).join("");
  expect(table.split(words.cn)).toHaveLength(2);
});
