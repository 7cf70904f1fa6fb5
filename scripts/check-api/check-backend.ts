import {
  getEndpoint,
  endpoints,
  type EndpointInput,
  type EndpointKey,
} from "../../app/services/api/contract/endpoints.ts";
import { examples } from "../../app/services/api/contract/examples.ts";
import { kinds, type Kind } from "../../app/services/api/contract/kinds.ts";
import { localeCodes, type Locale } from "../../app/i18n/locales.ts";
import { checkBatches } from "./checks/batches.ts";
import { checkItems } from "./checks/items.ts";
import { checkLanguages, type RowsByCall, type TitledRow } from "./checks/languages.ts";
import { checkList } from "./checks/lists.ts";
import { checkPlainPages } from "./checks/plain-pages.ts";
import { checkAdverts, checkCategories, checkMenu, checkSettings, flattenCategories } from "./checks/shared.ts";
import { checkCreating, checkRefusals, checkToken } from "./checks/writing.ts";
import type { Finding } from "./findings.ts";
import type { Target } from "./probe.ts";
import { createTester, type Tester } from "./tester.ts";

/**
 * Checks all calls of a backend in every language.
 * @param shouldWrite whether a message and a quotation request are really created
 */
export async function checkBackend(target: Target, shouldWrite = false): Promise<Finding[]> {
  const tester = createTester(target);
  const responses: RowsByCall = new Map();
  let product: { id: string; title: string } | undefined;
  for (const locale of localeCodes) {
    await checkSiteData(tester, locale, responses);
    for (const kind of kinds) {
      const rows = await checkKind(tester, locale, kind, responses);
      if (kind === "product") product = rows[0];
    }
    addRows(responses, "page.list", locale, toTitledRows(tester, await checkPlainPages(tester, locale)));
    await checkBatches(tester, locale);
    await checkRemainingCalls(tester, locale);
    await checkToken(tester, locale);
    await checkRefusals(tester, locale);
  }
  checkLanguages(tester, responses);
  if (shouldWrite) await checkCreating(tester, localeCodes.at(-1)!, product);
  return groupByCall(tester.findings());
}

async function checkSiteData(tester: Tester, locale: Locale, responses: RowsByCall): Promise<void> {
  const settings = await checkSettings(tester, locale);
  const { siteName, lang } = settings ?? {};
  if (settings) addRows(responses, "setting.list", locale, [{ id: "", title: siteName, lang, path: "data.siteName" }]);
  addRows(responses, "menu.tree", locale, toTitledRows(tester, await checkMenu(tester, locale)));
  addRows(responses, "ad.list", locale, toTitledRows(tester, await checkAdverts(tester, locale)));
}

/** Makes the remaining GET calls with the input of their examples. */
async function checkRemainingCalls(tester: Tester, locale: Locale): Promise<void> {
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    if (getEndpoint(key).method !== "GET" || tester.wasCalled(key, locale)) continue;
    await tester.loadData(key, locale, examples[key].input as EndpointInput<typeof key>);
  }
}

async function checkKind(tester: Tester, locale: Locale, kind: Kind, responses: RowsByCall) {
  const categories = await checkCategories(tester, locale, kind);
  // Categories are compared by slug, because URLs contain slugs, not ids.
  const slugs = flattenCategories(categories).map(({ slug, title, lang, path }) => ({
    id: `${kind}/${slug}`,
    title,
    lang,
    path: `${path}.title`,
  }));
  addRows(responses, "cat.list", locale, slugs);
  const list = await checkList(tester, locale, kind, categories);
  addRows(responses, `${kind}.list`, locale, toTitledRows(tester, list.rows), list.isWhole);
  await checkItems(tester, locale, kind, list);
  return list.rows;
}

function toTitledRows(tester: Tester, rows: readonly { id: string; title?: string; lang?: string }[]): TitledRow[] {
  return rows.map(({ id, title, lang }, index) => ({ id, title, lang, path: `${tester.getPath(rows, index)}.title` }));
}

function addRows(responses: RowsByCall, key: EndpointKey, locale: Locale, rows: TitledRow[], isWhole = true): void {
  const languages = responses.get(key) ?? {};
  const previousRows = languages[locale]?.rows ?? [];
  responses.set(key, { ...languages, [locale]: { rows: [...previousRows, ...rows], isWhole } });
}

/** Groups findings by call, in the order of the first requests. */
function groupByCall(findings: Finding[]): Finding[] {
  const calls = [...new Set(findings.map(({ call }) => call))];
  return calls.flatMap((call) => findings.filter((finding) => finding.call === call));
}
