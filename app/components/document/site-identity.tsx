import { href } from "react-router";
import { useKindsInUse, useLocale, useSettings } from "#app/components/ui/page-data.ts";
import { localizePath } from "#app/i18n/urls.ts";
import { defaultLogo, getSiteIcons } from "#app/services/api/contract/pictures.ts";
import { getPalette, getThemePath } from "#app/styles/theme.ts";

export function HeadIcons() {
  const locale = useLocale();
  const { colours, logo } = useSettings();
  const kindsInUse = useKindsInUse();
  const { icon, iconType, touchIcon } = getSiteIcons(logo?.src ?? defaultLogo);
  return (
    <>
      <meta name="theme-color" content={getPalette("light", colours).paper} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={getPalette("dark", colours).paper} media="(prefers-color-scheme: dark)" />
      <link rel="icon" href={icon} type={iconType} />
      <link rel="apple-touch-icon" href={touchIcon} />
      <link rel="manifest" href={href("/manifest.webmanifest")} />
      {kindsInUse.includes("news") && (
        <link rel="alternate" type="application/rss+xml" href={localizePath(href("/rss.xml"), locale)} />
      )}
    </>
  );
}

/** Links the owner's colours, which override `tokens.css`. */
export function ThemeStyles() {
  const { colours } = useSettings();
  return colours && <link rel="stylesheet" href={getThemePath(colours)} />;
}
