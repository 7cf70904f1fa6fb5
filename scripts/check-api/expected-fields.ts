import type { EndpointKey } from "../../app/services/api/contract/endpoints.ts";
import { kinds, type Kind } from "../../app/services/api/contract/kinds.ts";

/** What a page lacks without an optional field. */
type ConsequencesByField = Readonly<Record<string, string>>;

const row: ConsequencesByField = {
  summary: "cards and search engines have no text",
  cover: "cards have a drawing instead of a picture",
  date: "it has no date, and no place in the order by date",
  cat: "it is in no category",
};

const fieldsOfKind: Partial<Record<Kind, ConsequencesByField>> = {
  product: { sku: "no item number" },
  prescription: { ingredients: "no composition", source: "no classic that it is from" },
};

const settings: ConsequencesByField = {
  siteName: "titles of pages have no name of the site",
  logo: "no logo, and no icons",
  company: "no name in the footer",
  address: "no address to write to",
  phone: "no number to call",
  email: "no address to mail to",
  copyright: "no line in the footer",
  about: "the about page has no text",
  seo: "search engines have no description of the front page",
};

/** Optional fields of each call that a page needs: fields of its rows, or of `data` if it has no rows. */
export const expectedFields: Partial<Record<EndpointKey, ConsequencesByField>> = {
  "ad.list": { title: "nothing to read on it", image: "no picture", link: "it leads nowhere" },
  "setting.list": settings,
  "page.info": { body: "the page has no text", summary: "search engines have no description of it" },
  "batch.info": { results: "the page has no test results", origin: "nobody learns where it was grown" },
  ...Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}.list`, row],
      [`${kind}.info`, { ...row, ...fieldsOfKind[kind], body: "the page has no text" }],
    ]),
  ),
};
