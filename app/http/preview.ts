import type { SiteServices } from "../services.server.ts";
import { isContentKind } from "../services/api/contract/kinds.ts";
import { previewParameter } from "../services/api/contract/headers.ts";
import { parseContentPath } from "../i18n/site-map.ts";
import { splitLocale } from "../i18n/urls.ts";

type Services = Pick<SiteServices, "previews">;

/** A valid preview link: its proof, and when it expires. */
export type Preview = { proof: string; end: Date };

/**
 * Verifies the preview link of an item, a plain page or a batch. Returns `undefined` if it isn't valid; the visitor then
 * sees the public page.
 * @param pathname with language prefix; may be a request for loader data
 */
export function verifyPreview({ previews }: Services, pathname: string, proof: string | null): Preview | undefined {
  if (!previews || !proof) return undefined;
  const path = splitLocale(pathname).path.replace(/\.data$/, "");
  const [kind, id = ""] = parseContentPath(path);
  const end = isContentKind(kind) && /^[\w-]+$/.test(id) ? previews.readExpiry(kind, id, proof) : undefined;
  return end && { proof, end };
}

/** Whether a request has a valid preview link. Previews are never shared. @param target path and query */
export function isPreview(services: Services, target: string): boolean {
  const start = target.indexOf("?");
  if (start < 0 || !target.includes(previewParameter, start)) return false;
  const proof = new URLSearchParams(target.slice(start)).get(previewParameter);
  return verifyPreview(services, target.slice(0, start), proof) !== undefined;
}
