import type { MetaDescriptor } from "react-router";
import type { SharedData } from "../components/layout/shared-data.ts";
import type { Image } from "../contract/entities.ts";
import { mediaPath, sharePicture, sharePicturePath, widthParameter } from "../contract/pictures.ts";
import { defaultLocale, localeCodes, locales } from "../i18n/locales.ts";
import { localizePath, splitLocale } from "../i18n/urls.ts";
import type { LinkedData } from "./linked-data.ts";

type PageMeta = {
  /** Title of the page; without one, it is the site's own. */
  title?: string;
  description?: string;
  /** Query of the canonical address, such as `?page=2`. @default none */
  query?: string;
  /** The page draws its title itself. */
  hasOwnTitle?: boolean;
  /** Kept out of search engines: filtered and empty lists. */
  isHidden?: boolean;
  /** What is shown where the page is shared. @default the site's sign */
  image?: Image;
  type?: "website" | "article";
  /** What the page is about, for programs (JSON-LD); made with the page's address and picture. */
  about?: (page: { address: string; image: string; publisher: string }) => LinkedData[];
};

type MetaArgs = {
  location: { pathname: string };
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
};

/** Title, description, links between the languages, and what others show of a page: the one place that makes them. */
export function pageMeta(
  { location, matches }: MetaArgs,
  { title, description, query = "", isHidden, hasOwnTitle, image, type = "website", about }: PageMeta,
): MetaDescriptor[] {
  const shared = matches.find((match) => match?.id === "root")?.loaderData as SharedData | undefined;
  const settings = shared?.settings;
  const origin = shared?.origin ?? "";
  const { locale, path } = splitLocale(location.pathname);
  const publisher = shared?.siteName ?? "";
  const summary = description ?? settings?.seo?.description;
  const headline = title ?? settings?.seo?.title ?? publisher;
  const address = origin + localizePath(path + query, locale);
  const picture = pictureToShare(image ?? settings?.sharePicture, origin);
  return [
    ...(hasOwnTitle ? [] : [{ title: title ? [title, publisher].filter(Boolean).join(" · ") : headline }]),
    ...(summary ? [{ name: "description", content: summary }] : []),
    ...(isHidden ? [{ name: "robots", content: "noindex, follow" }] : alternates(path, query, locale, origin)),
    ...openGraph({ headline, summary, publisher, type, address, picture, alt: image?.alt ?? publisher, locale }),
    ...chineseConventions(settings, path, picture.address),
    ...(about?.({ address, image: picture.address, publisher }) ?? []).map((data) => ({ "script:ld+json": data })),
  ];
}

function alternates(path: string, query: string, locale: keyof typeof locales, origin: string): MetaDescriptor[] {
  const address = (code: typeof locale) => origin + localizePath(path + query, code);
  const alternate = (hrefLang: string, href: string) => ({ tagName: "link", rel: "alternate", hrefLang, href });
  return [
    { tagName: "link", rel: "canonical", href: address(locale) },
    ...localeCodes.map((code) => alternate(locales[code].language, address(code))),
    alternate("x-default", address(defaultLocale)),
  ];
}

/** What Baidu asks for on the front page, and where WeChat looks for a picture besides: each only where it is set. */
function chineseConventions(settings: SharedData["settings"] | undefined, path: string, picture: string) {
  const { baiduVerification, sharePicture: own } = settings ?? {};
  return [
    ...(baiduVerification && path === "/" ? [{ name: "baidu-site-verification", content: baiduVerification }] : []),
    ...(own ? [{ itemProp: "image", content: picture }] : []),
  ];
}

type Shared = {
  headline: string;
  summary: string | undefined;
  publisher: string;
  type: string;
  address: string;
  picture: SharedPicture;
  alt: string;
  locale: keyof typeof locales;
};

/** What others show of a page that is shared. */
function openGraph({ headline, summary, publisher, type, address, picture, alt, locale }: Shared): MetaDescriptor[] {
  const underscored = (code: typeof locale) => locales[code].language.replace("-", "_");
  const properties: [string, string | undefined][] = [
    ["og:title", headline],
    ["og:description", summary],
    ["og:type", type],
    ["og:url", address],
    ["og:site_name", publisher],
    ["og:locale", underscored(locale)],
    ...localeCodes
      .filter((code) => code !== locale)
      .map((code): [string, string] => ["og:locale:alternate", underscored(code)]),
    ["og:image", picture.address],
    ["og:image:width", picture.size && String(picture.size.width)],
    ["og:image:height", picture.size && String(picture.size.height)],
    ["og:image:alt", alt],
  ];
  return [
    ...properties.flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** What is shown of a page, and its size where that is known. */
type SharedPicture = { address: string; size?: { width: number; height: number } };

/** A plate's own picture, one of the backend's or of the settings, or the site's sign. */
function pictureToShare(image: Image | undefined, origin: string): SharedPicture {
  const src = image?.src ?? "";
  if (src.startsWith(`${mediaPath}/`)) {
    const address = `${origin}${src}${src.includes("?") ? "&" : "?"}${widthParameter}=1200`;
    return { address, size: sharePicture };
  }
  if (/^\/(?!\/).+\.(?:png|jpe?g)$/i.test(src)) return { address: origin + src };
  const plate = /^\/plates\/([\w-]+)\.svg$/.exec(src)?.[1];
  return { address: origin + sharePicturePath(plate ?? "site"), size: sharePicture };
}
