import type { EndpointKey } from "../contract/endpoints.ts";
import { kinds, type Kind } from "../contract/kinds.ts";

/** What a page is without, where an optional field isn't there. */
type Costs = Readonly<Record<string, string>>;

const row: Costs = {
  summary: "cards and search engines have no text",
  cover: "cards have a drawn leaf instead of a picture",
  date: "it has no date, and no place in the order by date",
  cat: "it is in no category",
};

const ofKind: Partial<Record<Kind, Costs>> = {
  product: { sku: "no item number" },
  prescription: { ingredients: "no composition", source: "no classic that it is from" },
};

const settings: Costs = {
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

/** By call: the fields of a row, or of `data` where there are no rows, that cost something on the page. */
export const wanted: Partial<Record<EndpointKey, Costs>> = {
  "ad.list": { title: "nothing to read on it", image: "no picture", link: "it leads nowhere" },
  "setting.list": settings,
  ...Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}.list`, row],
      [`${kind}.info`, { ...row, ...ofKind[kind], body: "the page has no text" }],
    ]),
  ),
};
