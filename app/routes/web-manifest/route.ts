import type { Handle } from "#app/handle.ts";
import { getApi, getT } from "#app/http/request-context.ts";
import { defaultLocale, locales } from "#app/i18n/locales.ts";
import { defaultLogo, getIconPath, getSiteIcons, iconSizes } from "#app/services/api/contract/pictures.ts";
import { fileCacheControl } from "#app/services/runtime/web/http-cache.ts";
import { getPalette } from "#app/styles/theme.ts";
import type { Route } from "./+types/route";

export const handle = { query: [] } satisfies Handle;

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { site, optional } = getApi(context);
  const settings = await optional(site.settings());
  const name = settings?.siteName ?? getT(context, "common")("site.fallbackName");
  const headers = { "Content-Type": "application/manifest+json", "Cache-Control": fileCacheControl };
  const { paper } = getPalette("light", settings?.colours);
  const manifest = {
    name,
    short_name: name,
    description: settings?.seo?.description,
    lang: locales[defaultLocale].language,
    start_url: "/",
    scope: "/",
    display: "browser",
    theme_color: paper,
    background_color: paper,
    icons: createIcons(settings?.logo?.src ?? defaultLogo),
  };
  return new Response(JSON.stringify(manifest), { headers });
}

function createIcons(logo: string) {
  const { icon, iconType } = getSiteIcons(logo);
  // Publishing renders all sizes of the site's own logo. A backend's logo has only the size for tabs.
  if (icon !== logo) return [{ src: icon }];
  const generatedIcons = iconSizes.map((size) => ({
    src: getIconPath(size),
    sizes: `${size}x${size}`,
    type: "image/png",
  }));
  return [...(iconType ? [{ src: icon, sizes: "any", type: iconType }] : []), ...generatedIcons];
}
