import type { Item, PlainPage, Settings } from "../../services/api/contract/entities.ts";
import type { Kind } from "../../services/api/contract/kinds.ts";
import { locales, type Locale } from "../../i18n/locales.ts";

/** A JSON-LD object with the terms of schema.org. */
export type LinkedData = { "@context": "https://schema.org"; "@type": string; [property: string]: unknown };

type Page = { address: string; image: string; publisher: string };

const createThing = (type: string, properties: object): LinkedData => ({
  "@context": "https://schema.org",
  "@type": type,
  ...properties,
});

/** Describes the company and its site for the home page. */
export function createSiteData(
  settings: Pick<Settings, "company" | "siteName" | "address" | "phone" | "email">,
  { address, image, publisher }: Page,
  searchAddress: string,
): LinkedData[] {
  const { company, siteName, address: place, phone, email } = settings;
  return [
    createThing("Organization", {
      name: company ?? siteName ?? publisher,
      url: address,
      logo: image,
      ...(place && { address: place }),
      ...(phone && { telephone: phone }),
      ...(email && { email }),
    }),
    createThing("WebSite", {
      name: publisher,
      url: address,
      potentialAction: {
        "@type": "SearchAction",
        "query-input": "required name=q",
        target: { "@type": "EntryPoint", urlTemplate: `${searchAddress}?q={q}` },
      },
    }),
  ];
}

/** Describes a plain page, or the page of a batch. */
export function createPageData(
  { title, summary, updatedAt, lang }: Pick<PlainPage, "title" | "summary" | "updatedAt" | "lang">,
  locale: Locale,
  { address, image, publisher }: Page,
): LinkedData {
  return createThing("WebPage", {
    url: address,
    name: title,
    description: summary,
    image,
    inLanguage: lang ?? locales[locale].language,
    dateModified: updatedAt,
    publisher: { "@type": "Organization", name: publisher },
  });
}

/** Describes an item by the schema.org type of its kind. Formulas are articles about a tradition, not drugs. */
export function createItemData(kind: Kind, item: Item, { address, image, publisher }: Page): LinkedData {
  const { title, summary, date, updatedAt, cat, id } = item;
  const common = { url: address, image, description: summary };
  const organization = { "@type": "Organization", name: publisher };
  const dates = { datePublished: date, dateModified: updatedAt ?? date };
  const article = { ...common, headline: title, ...dates, publisher: organization, author: organization };
  switch (kind) {
    case "product":
      return createThing("Product", {
        ...common,
        name: title,
        category: cat?.title,
        brand: { "@type": "Brand", name: publisher },
        sku: "sku" in item && item.sku ? item.sku : id,
      });
    case "service":
      return createThing("Service", { ...common, name: title, provider: organization });
    case "news":
      return createThing("NewsArticle", article);
    case "prescription":
      return createThing("Article", {
        ...article,
        ...("source" in item && item.source && { citation: item.source }),
        ...("latin" in item && item.latin && { alternativeHeadline: item.latin }),
      });
    default:
      return createThing("Article", article);
  }
}
