import { getContentType } from "#app/services/runtime/web/file-types.ts";
import { getItemReference, type SitePaths } from "../files/site-paths.ts";
import { createMessage, type Link, type Message, type Problem } from "./problem.ts";

/** Matches links that the sanitiser keeps: other sites, email addresses, phone numbers. */
const externalLinkPattern = /^(?:https?:\/\/[^/]|mailto:[^@?]+@[^@?]+\.[^@.?]|tel:.)/i;

const localHostPattern =
  /^https?:\/\/(?:(?:localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|0\.0\.0\.0|[^/:?#]+\.local)(?=[:/?#]|$)|\[::1)/i;

function findLinkMistake(target: string, site: SitePaths): Message | undefined {
  const path = /^\/(?!\/)[^?#]*/.exec(target)?.[0];
  if (path === undefined)
    return externalLinkPattern.test(target) && !localHostPattern.test(target)
      ? undefined
      : createMessage("linkAddress", { target });
  const unusedKind = site.getUnusedKind(path);
  if (unusedKind) return createMessage("unusedKind", { target, kind: unusedKind });
  if (site.isPage(path)) return target.includes("#") ? createMessage("linkPlace", { target }) : undefined;
  if (site.isReserved(path) || site.mayBeCategory(path)) return undefined;
  const isFile = site.files.has(path) || (getContentType(path) !== undefined && !path.endsWith(".html"));
  return isFile ? site.files.findProblem(path) : createMessage("noPage", { target });
}

export function findLinkProblems(links: readonly Link[], site: SitePaths): Problem[] {
  return links.flatMap(({ target, folder, canBeHidden, ...place }) => {
    const isOmitted = canBeHidden && site.getUnusedKind(target) !== undefined;
    if (isOmitted || (folder && !site.isKindInUse(folder))) return [];
    const message = findLinkMistake(target, site);
    return message ? [{ ...place, message }] : [];
  });
}

export function listDraftLinks(links: readonly Link[], drafts: ReadonlySet<string>): string[] {
  return links
    .filter(({ target }) => drafts.has(getItemReference(target) ?? ""))
    .map(({ file, line, target }) => `${file}:${line}  ${target}`);
}
