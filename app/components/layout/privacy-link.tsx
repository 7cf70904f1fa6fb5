import { getContentPath, privacySlug } from "../../i18n/site-map.ts";
import { SiteLink } from "../ui/site-link.tsx";
import { useSharedData } from "../ui/page-data.ts";

/** A link to the privacy notice, with its title; nothing if there is no such page. */
export function PrivacyLink() {
  const privacy = useSharedData()?.privacy;
  if (!privacy) return null;
  return (
    <SiteLink to={getContentPath("page", privacySlug)} lang={privacy.lang}>
      {privacy.title}
    </SiteLink>
  );
}
