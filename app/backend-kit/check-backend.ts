import { endpointOf, endpoints, type EndpointInput, type EndpointKey } from "../contract/endpoints.ts";
import { examples } from "../contract/examples.ts";
import { kinds, type Kind } from "../contract/kinds.ts";
import { localeCodes, type Locale } from "../i18n/locales.ts";
import { checkItems } from "./checks/items.ts";
import { checkLanguages, type Said, type Titled } from "./checks/languages.ts";
import { checkList } from "./checks/lists.ts";
import { checkAdverts, checkCategories, checkMenu, checkSettings, flat } from "./checks/shared.ts";
import { checkCreating, checkRefusals, checkToken } from "./checks/writing.ts";
import type { Finding } from "./findings.ts";
import type { Target } from "./probe.ts";
import { createTester, type Tester } from "./tester.ts";

/**
 * Tries a backend call by call in every language.
 * @param isWriting whether a message and a request are really created
 */
export async function checkBackend(target: Target, isWriting = false): Promise<Finding[]> {
  const tester = createTester(target);
  const said: Said = new Map();
  let product: { id: string; title: string } | undefined;
  for (const locale of localeCodes) {
    await checkSiteData(tester, locale, said);
    for (const kind of kinds) {
      const rows = await checkKind(tester, locale, kind, said);
      if (kind === "product") product = rows[0];
    }
    await checkOthers(tester, locale);
    await checkToken(tester, locale);
    await checkRefusals(tester, locale);
  }
  checkLanguages(tester, said);
  if (isWriting) await checkCreating(tester, localeCodes.at(-1)!, product);
  return inOrderOfCalls(tester.findings());
}

async function checkSiteData(tester: Tester, locale: Locale, said: Said): Promise<void> {
  const settings = await checkSettings(tester, locale);
  const { siteName, lang } = settings ?? {};
  if (settings) keep(said, "setting.list", locale, [{ id: "", title: siteName, lang, path: "data.siteName" }]);
  keep(said, "menu.tree", locale, titled(tester, await checkMenu(tester, locale)));
  keep(said, "ad.list", locale, titled(tester, await checkAdverts(tester, locale)));
}

/** Reading calls of which nothing more is known than the contract says: as in their examples. */
async function checkOthers(tester: Tester, locale: Locale): Promise<void> {
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    if (endpointOf(key).method !== "GET" || tester.isTried(key, locale)) continue;
    await tester.data(key, locale, examples[key].input as EndpointInput<typeof key>);
  }
}

async function checkKind(tester: Tester, locale: Locale, kind: Kind, said: Said) {
  const categories = await checkCategories(tester, locale, kind);
  // By slug: it stands in addresses, and an id of a category doesn't.
  const slugs = flat(categories).map(({ slug, title, lang, path }) => ({
    id: `${kind}/${slug}`,
    title,
    lang,
    path: `${path}.title`,
  }));
  keep(said, "cat.list", locale, slugs);
  const list = await checkList(tester, locale, kind, categories);
  keep(said, `${kind}.list`, locale, titled(tester, list.rows), list.isWhole);
  await checkItems(tester, locale, kind, list);
  return list.rows;
}

function titled(tester: Tester, rows: readonly { id: string; title?: string; lang?: string }[]): Titled[] {
  return rows.map(({ id, title, lang }, index) => ({ id, title, lang, path: `${tester.placeOf(rows, index)}.title` }));
}

function keep(said: Said, key: EndpointKey, locale: Locale, rows: Titled[], isWhole = true): void {
  const languages = said.get(key) ?? {};
  const earlier = languages[locale]?.rows ?? [];
  said.set(key, { ...languages, [locale]: { rows: [...earlier, ...rows], isWhole } });
}

/** Calls as they were first made, each with its languages together. */
function inOrderOfCalls(findings: Finding[]): Finding[] {
  const calls = [...new Set(findings.map(({ call }) => call))];
  return calls.flatMap((call) => findings.filter((one) => one.call === call));
}
