import { describe, expect, onTestFinished, test } from "vitest";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { setUpContentCopy } from "#tests/setup/content/content-copy.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller, setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as contactUs from "./contact-us/route.tsx";
import * as formula from "./info/formula.tsx";
import * as list from "./list/route.tsx";
import * as quotation from "./quotation/route.tsx";
import * as search from "./search/route.tsx";

expectNoComplaints();

const locales = ["cn", "en"] as const;
const words = {
  cn: {
    prefix: "",
    order: "加入询价单",
    decoct: "凭处方代煎",
    why: "须凭医师处方",
    mark: "须凭处方",
    overRange: "用量高于药典所载",
    pair: "含配伍禁忌",
    ask: "就此咨询",
  },
  en: {
    prefix: "/en",
    order: "Add to inquiry",
    decoct: "Have it decocted (with a prescription)",
    why: "so it needs a prescription",
    mark: "On prescription only",
    overRange: "Dose above the pharmacopoeia’s range",
    pair: "Contains herbs that must not be combined",
    ask: "Ask about this",
  },
};

/** Lists a content folder's formulas, each with the names of its herbs that require a prescription. */
async function listFormulas(folder: string) {
  const { source } = await readContentFolder(folder);
  return [...source.items].flatMap(({ kind, id, facts }) => {
    if (kind !== "prescription") return [];
    const { ingredients } = facts as { ingredients: { herb: string }[] };
    const restrictedHerbs = ingredients.flatMap(({ herb }) => {
      const { toxic, prescription, names } = source.herbs.get(herb)!;
      return toxic === "toxic" || toxic === "very" || prescription ? names : [];
    });
    return { id, restrictedHerbs };
  });
}

type Result = { data: unknown; init: ResponseInit };

const getText = (html: string) => html.replaceAll("<!-- -->", "");
const hasForm = (html: string) => html.includes('name="content"') || html.includes('name="message"');

describe.each(["content", testContent])("the formulas of %s", async (folder) => {
  const formulas = await listFormulas(folder);
  const site = await setUpRouteCaller({}, folder);
  const restrictedFormulas = formulas.filter(({ restrictedHerbs }) => restrictedHerbs.length > 0);
  const unrestrictedFormulas = formulas.filter(({ restrictedHerbs }) => restrictedHerbs.length === 0);
  let visitors = 0;

  test("the content has formulas with and without prescription", () => {
    expect(restrictedFormulas.length).toBeGreaterThan(0);
    expect(unrestrictedFormulas.length).toBeGreaterThan(0);
  });

  describe.each(locales)("%s", (locale) => {
    const { prefix, order, decoct, why, mark, overRange, ask } = words[locale];
    const api = site.services.createApiFor({ locale }, (error) => error);

    test("a formula's page has buttons to order and to decoct it, or gives the reason why it has neither, and a contact link", async () => {
      for (const { id, restrictedHerbs } of formulas) {
        const html = getText(await renderRoute(site, formula, `${prefix}/prescription/info/${id}`));
        const isRestricted = restrictedHerbs.length > 0;
        const found = [order, decoct, 'formMethod="get"', '"formula"'].map((text) => html.includes(text));
        expect([id, ...found]).toEqual([id, ...found.map(() => !isRestricted)]);
        expect(html.includes(why), id).toBe(isRestricted);
        // No line breaks within a range of doses.
        expect(html).not.toMatch(/[（(]\d+–\d+ (?:g|克)[）)]/);
        for (const names of restrictedHerbs)
          expect(html).toMatch(new RegExp(`<p[^>]*>[^<]*${names[locale]}[^<]*${why}`));
        const contactLinkCount = html.split(`href="${prefix}/contact-us?about=prescription/${id}"`).length - 1;
        expect([contactLinkCount, html.includes(ask)], id).toEqual([isRestricted ? 2 : 1, true]);
      }
    });

    test("instead of a restricted formula's form, an old link shows why the formula can't be ordered", async () => {
      for (const { id } of restrictedFormulas) {
        for (const query of [`formula=${id}&amount=100&per=doses`, `formula=${id}`, `amount=x&formula=${id}`]) {
          const html = await renderRoute(site, quotation, `${prefix}/quotation?${query}`);
          expect([id, html.includes(why), html.includes(ask), hasForm(html)]).toEqual([id, true, true, false]);
        }
        for (const query of [`about=service/any&formula=${id}`, `formula=${id}`, `about=search/x&formula=${id}`]) {
          const html = await renderRoute(site, contactUs, `${prefix}/contact-us?${query}`);
          expect([id, html.includes(why), html.includes(ask), hasForm(html)]).toEqual([id, true, true, false]);
        }
        const question = await renderRoute(site, contactUs, `${prefix}/contact-us?about=prescription/${id}`);
        expect([id, question.includes(why), hasForm(question)]).toEqual([id, false, true]);
      }
      for (const { id } of unrestrictedFormulas.slice(0, 5)) {
        const form = await renderRoute(site, contactUs, `${prefix}/contact-us?about=service/any&formula=${id}`);
        expect([id, form.includes(why), hasForm(form)]).toEqual([id, false, true]);
      }
    });

    test("an order of a prescription formula is refused with the reason, and adds nothing", async () => {
      for (const { id } of restrictedFormulas) {
        const address = `${prefix}/prescription/info/${id}`;
        const other = { formula: unrestrictedFormulas[0]!.id, amount: "100", per: "doses" };
        for (const fields of [other, { formula: id }]) {
          const client = { clientAddress: `10.9.0.${++visitors}` };
          const result = await site.send<Result>(formula.action, address, fields, {}, client);
          const { status, headers } = result.init;
          expect([id, status, new Headers(headers).get("Set-Cookie")]).toEqual([id, 422, null]);
          const html = await renderRoute(site, formula, address, { actionData: result });
          expect([id, html.includes(why), html.includes('"formula"')]).toEqual([id, true, false]);
        }
      }
    });

    test("a refused outdated form keeps its input, and gives the reason why the formula can't be ordered", async () => {
      const address = `${prefix}/quotation?formula=${restrictedFormulas[0]!.id}&amount=100&per=doses`;
      const fields = { intent: "send", name: "Ada", message: "still here" };
      const actionData = await site.send(quotation.action, address, fields);
      const html = await renderRoute(site, quotation, address, { actionData });
      expect([html.includes("still here</textarea>"), html.includes(why)]).toEqual([true, true]);
    });

    test("search results carry the mark of prescription formulas and of doses above the range", async () => {
      const { rows } = await api.content.list("prescription", { pageSize: 100 });
      for (const { id, title, ...row } of rows) {
        const { warnings } = await api.content.info("prescription", id);
        expect([id, row.overRange ?? false]).toEqual([id, / \(\d|（\d/.test(warnings.join(""))]);
        const html = await renderRoute(site, search, `${prefix}/search?q=${encodeURIComponent(title)}`);
        const [card = ""] = html.match(new RegExp(`<article(?:(?!</article>).)*/prescription/info/${id}"`, "s")) ?? [];
        const marks = [mark, overRange].map((text) => card.includes(text));
        expect([id, ...marks]).toEqual([id, row.prescriptionOnly ?? false, row.overRange ?? false]);
      }
    });

    test("only the cards of prescription formulas are marked as such", async () => {
      const { rows, total = 0 } = await api.content.list("prescription", { pageSize: 100 });
      let html = "";
      for (let page = 1; (page - 1) * 12 < total; page++)
        html += await renderRoute(site, list, `${prefix}/prescription/list?page=${page}`);
      expect(html.split(`>${mark}`).length - 1).toBe(restrictedFormulas.length);
      expect(html.split(overRange).length - 1).toBe(rows.filter((row) => row.overRange).length);
    });
  });

  test("the API marks formulas that need a prescription, in lists and in items, and the herbs that require it", async () => {
    const api = site.services.createApiFor({ locale: "en" }, (error) => error);
    const { rows } = await api.content.list("prescription", { pageSize: 100 });
    const flaggedIds = rows.filter(({ prescriptionOnly }) => prescriptionOnly).map(({ id }) => id);
    expect(flaggedIds.toSorted()).toEqual(restrictedFormulas.map(({ id }) => id).toSorted());
    for (const { id, restrictedHerbs } of formulas) {
      const item = await api.content.info("prescription", id);
      const count = item.ingredients.filter(({ prescriptionOnly }) => prescriptionOnly).length;
      expect([id, item.prescriptionOnly ?? false, count]).toEqual([id, count > 0, restrictedHerbs.length]);
    }
  });
});

const copy = setUpContentCopy();

test.each(locales)(
  "a formula with a forbidden pair has no order form, says why, and is marked in lists (%s)",
  async (locale) => {
    copy.edit("herbs/chai-hu.yaml", /$/, "\nincompatible: [huang-qin]\n");
    copy.edit("herbs/huang-qin.yaml", /$/, "\nincompatible: [chai-hu]\n");
    const site = await createRouteCaller({}, copy.resolvePath("."));
    onTestFinished(() => site.dispose());
    const { prefix, order, decoct, pair, why } = words[locale];
    const address = `${prefix}/prescription/info/xiao-chai-hu-tang`;
    const html = getText(await renderRoute(site, formula, address));
    expect([order, decoct, why].map((text) => html.includes(text))).toEqual([false, false, false]);
    expect(html).toMatch(
      locale === "cn" ? /含有不宜同用的药材，不能在此询价/ : /must not be combined, so it can’t be ordered/,
    );
    const ordered = await site.send<Result>(formula.action, address, { formula: "xiao-chai-hu-tang", amount: "9" });
    expect(ordered.init.status).toBe(422);
    expect(await renderRoute(site, list, `${prefix}/prescription/list`)).toContain(pair);
    expect(await renderRoute(site, search, `${prefix}/search?q=xiaochaihutang`)).toContain(pair);
  },
);
