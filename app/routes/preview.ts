import type { SiteServices } from "../compose.server.ts";
import { isKind } from "../contract/kinds.ts";
import { previewParameter } from "../contract/preview.ts";
import { splitLocale } from "../i18n/urls.ts";
import { sharedPage as sharedPageOf } from "./shared-page.ts";

type Services = Pick<SiteServices, "previews">;

/** What a signed link shows: the proof to be sent on, and until when it is good. */
export type Preview = { proof: string; end: Date };

/**
 * What the address of an item proves; `undefined` where it proves nothing: then it is the address that everyone has.
 * @param pathname with its prefix; loader data may be asked for
 */
export function previewOf({ previews }: Services, pathname: string, proof: string | null): Preview | undefined {
  if (!previews || !proof) return undefined;
  const [, kind, id] = /^\/([a-z]+)\/info\/([\w-]+)(?:\.data)?$/.exec(splitLocale(pathname).path) ?? [];
  const end = isKind(kind) && id ? previews.end(kind, id, proof) : undefined;
  return end && { proof, end };
}

/** `sharedPage`, by the previews of this process: one that is proved is shared with nobody. */
export function sharedPage(services: Services, ...args: Parameters<typeof sharedPageOf>): string | undefined {
  const [, target] = args;
  const start = target.indexOf("?");
  if (start >= 0 && target.includes(previewParameter, start)) {
    const proof = new URLSearchParams(target.slice(start)).get(previewParameter);
    if (previewOf(services, target.slice(0, start), proof)) return undefined;
  }
  return sharedPageOf(...args);
}
