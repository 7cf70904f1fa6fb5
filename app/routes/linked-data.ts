import type { Item, Settings } from "../contract/entities.ts";
import type { Kind } from "../contract/kinds.ts";

/** A piece of JSON-LD, by schema.org's names. */
export type LinkedData = { "@context": "https://schema.org"; "@type": string; [property: string]: unknown };

type Page = { address: string; image: string; publisher: string };

const thing = (type: string, properties: object): LinkedData => ({
  "@context": "https://schema.org",
  "@type": type,
  ...properties,
});

/** The company and its site, for the front page. */
export function siteData(
  settings: Pick<Settings, "company" | "siteName" | "address" | "phone" | "email">,
  { address, image, publisher }: Page,
  searchAddress: string,
): LinkedData[] {
  const { company, siteName, address: place, phone, email } = settings;
  return [
    thing("Organization", {
      name: company ?? siteName ?? publisher,
      url: address,
      logo: image,
      ...(place && { address: place }),
      ...(phone && { telephone: phone }),
      ...(email && { email }),
    }),
    thing("WebSite", {
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

/** An item, as what schema.org has for its kind. Formulas are texts about a tradition, and no drugs that are offered. */
export function itemData(kind: Kind, item: Item, { address, image, publisher }: Page): LinkedData {
  const { title, summary, date, updatedAt, cat, id } = item;
  const common = { url: address, image, description: summary };
  const organization = { "@type": "Organization", name: publisher };
  const dates = { datePublished: date, dateModified: updatedAt ?? date };
  const article = { ...common, headline: title, ...dates, publisher: organization, author: organization };
  switch (kind) {
    case "product":
      return thing("Product", {
        ...common,
        name: title,
        category: cat?.title,
        brand: { "@type": "Brand", name: publisher },
        sku: "sku" in item && item.sku ? item.sku : id,
      });
    case "service":
      return thing("Service", { ...common, name: title, provider: organization });
    case "news":
      return thing("NewsArticle", article);
    case "prescription":
      return thing("Article", {
        ...article,
        ...("source" in item && item.source && { citation: item.source }),
        ...("latin" in item && item.latin && { alternativeHeadline: item.latin }),
      });
    default:
      return thing("Article", article);
  }
}
