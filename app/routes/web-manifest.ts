import { iconPath, iconSizes, themeColors } from "../contract/pictures.ts";
import { defaultLocale, locales } from "../i18n/locales.ts";
import { foundCacheControl } from "../platform/http-cache.ts";
import type { Route } from "./+types/web-manifest";
import { apiOf } from "./middleware/api.ts";
import { getInstance } from "./middleware/i18next.ts";

/** What a phone shows that has the site on its home screen. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { site, optional } = apiOf(context);
  const settings = await optional(site.settings());
  const name = settings?.siteName ?? getInstance(context).t("site.fallbackName");
  const headers = { "Content-Type": "application/manifest+json", "Cache-Control": foundCacheControl };
  return new Response(JSON.stringify(manifestOf(name, settings?.seo?.description)), { headers });
}

function manifestOf(name: string, description: string | undefined) {
  return {
    name,
    short_name: name,
    description,
    lang: locales[defaultLocale].language,
    start_url: "/",
    scope: "/",
    display: "browser",
    theme_color: themeColors.light,
    background_color: themeColors.light,
    icons: [
      { src: "/logo.svg", sizes: "any", type: "image/svg+xml" },
      ...iconSizes.map((size) => ({ src: iconPath(size), sizes: `${size}x${size}`, type: "image/png" })),
    ],
  };
}
