import { href, type MetaDescriptor } from "react-router";
import type { SharedData } from "#app/components/ui/page-data.ts";
import { findLocale, listAlternates, localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import type { Image, Item, PlainPage } from "#app/services/api/contract/entities.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import { getSharePicturePath, mediaPath, sharePicture, widthParameter } from "#app/services/api/contract/pictures.ts";

type PageMeta = {
  /** Title of the page. @default the site's title */
  title?: string;
  description?: string;
  /** Query of the canonical URL, for example `?page=2`. @default none */
  query?: string;
  hasOwnTitle?: boolean;
  /** Whether search engines should ignore the page, such as an empty list. */
  isHidden?: boolean;
  /** Picture for shared links. @default the site's share picture */
  image?: Image;
  type?: "website" | "article";
  locales?: readonly Locale[];
  about?: (page: DescribedPage) => LinkedData[];
};

type MetaArgs = {
  location: { pathname: string };
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
};

export function createPageMeta({ location, matches }: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const { title, query = "", isHidden, hasOwnTitle, image, type = "website", about } = page;
  const ownLocales = page.locales ?? localeCodes;
  const sharedData = matches.find((match) => match?.id === "root")?.loaderData as SharedData | undefined;
  const { settings, origin = "", siteName: publisher = "" } = sharedData ?? {};
  const { locale, path } = splitLocale(location.pathname);
  const description = page.description ?? settings?.seo?.description;
  const headline = title ?? settings?.seo?.title ?? publisher;
  const address = origin + localizePath(path + query, locale);
  const picture = choosePicture(image ?? settings?.sharePicture, origin);
  const fullTitle = title ? [title, publisher].filter(Boolean).join(" · ") : headline;
  return [
    ...(hasOwnTitle ? [] : [{ title: fullTitle }]),
    ...(description ? [{ name: "description", content: description }] : []),
    ...(isHidden
      ? [{ name: "robots", content: "noindex, follow" }]
      : createAlternates(path + query, locale, ownLocales, origin)),
    ...createOpenGraph([
      ["title", headline],
      ["description", description],
      ["type", type],
      ["url", address],
      ["site_name", publisher],
      ["locale", formatLocale(locale)],
      ...ownLocales.filter((code) => code !== locale).map((code) => ["locale:alternate", formatLocale(code)] as const),
      ["image", picture.address],
      ["image:width", picture.size && String(picture.size.width)],
      ["image:height", picture.size && String(picture.size.height)],
      ["image:alt", image?.alt ?? publisher],
    ]),
    ...(settings?.baiduVerification && path === "/"
      ? [{ name: "baidu-site-verification", content: settings.baiduVerification }]
      : []),
    // WeChat reads this picture.
    ...(settings?.sharePicture ? [{ itemProp: "image", content: picture.address }] : []),
    ...(about?.({ address, image: picture.address, publisher, locale, origin, settings }) ?? []).map((data) => ({
      "script:ld+json": data,
    })),
  ];
}

/** Creates links to the canonical URL and the alternates, all of them in languages that the page has. */
function createAlternates(path: string, locale: Locale, ownLocales: readonly Locale[], origin: string) {
  const createAddress = (code: Locale) => origin + localizePath(path, code);
  return [
    { tagName: "link", rel: "canonical", href: createAddress(findLocale(locale, ownLocales)) },
    ...listAlternates(ownLocales).map(([hrefLang, code]) => ({
      tagName: "link",
      rel: "alternate",
      hrefLang,
      href: createAddress(code),
    })),
  ];
}

function createOpenGraph(properties: readonly (readonly [name: string, content: string | undefined])[]) {
  return [
    ...properties.flatMap(([name, content]) => (content ? [{ property: `og:${name}`, content }] : [])),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

function formatLocale(locale: Locale): string {
  return locales[locale].language.replace("-", "_");
}

type SharedPicture = { address: string; size?: { width: number; height: number } };

function getSharedSize({ width, height }: Image): SharedPicture["size"] {
  if (!width || !height) return undefined;
  const scale = Math.min(1, sharePicture.width / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Encodes characters that URLs can't contain, for example the space in `/files/share picture.png`. */
function encodePath(src: string): string {
  if (!src.startsWith("/") || src.startsWith("//")) return src;
  const { pathname, search } = new URL(src, "https://site.invalid");
  return pathname + search;
}

/**
 * Chooses a page's picture for sharing: its own picture, if it is below `mediaPath` or a PNG or JPEG file; for a plate,
 * the plate's picture for sharing; or else the site's.
 */
function choosePicture(image: Image | undefined, origin: string): SharedPicture {
  const src = encodePath(image?.src ?? "");
  if (src.startsWith(`${mediaPath}/`)) {
    const address = `${origin}${src}${src.includes("?") ? "&" : "?"}${widthParameter}=${sharePicture.width}`;
    return { address, size: image && getSharedSize(image) };
  }
  if (/^\/(?!\/).+\.(?:png|jpe?g)$/i.test(src)) return { address: origin + src };
  const plate = /^\/plates\/([\w-]+)\.svg$/.exec(src)?.[1];
  return { address: origin + getSharePicturePath(plate ?? "site"), size: sharePicture };
}

export type LinkedData = { "@context": "https://schema.org"; "@type": string; [property: string]: unknown };

type DescribedPage = {
  address: string;
  image: string;
  publisher: string;
  locale: Locale;
  origin: string;
  settings: SharedData["settings"] | undefined;
};

const createThing = (type: string, properties: object): LinkedData => ({
  "@context": "https://schema.org",
  "@type": type,
  ...properties,
});

export function createSiteData({ address, image, publisher, locale, origin, settings }: DescribedPage): LinkedData[] {
  const { company, siteName, address: postalAddress, phone, email } = settings ?? {};
  const searchAddress = origin + localizePath(href("/search"), locale);
  return [
    createThing("Organization", {
      name: company ?? siteName ?? publisher,
      url: address,
      logo: image,
      ...(postalAddress && { address: postalAddress }),
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

export function createPageData(
  { title, summary, updatedAt, lang }: Pick<PlainPage, "title" | "summary" | "updatedAt" | "lang">,
  { address, image, publisher, locale }: DescribedPage,
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

/** Describes an item by its schema.org type. Formulas are articles about a tradition, not drugs. */
export function createItemData(kind: Kind, item: Item, { address, image, publisher }: DescribedPage): LinkedData {
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
