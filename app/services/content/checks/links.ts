import { getItemReference, type SitePaths } from "#app/services/content/files/site-paths.ts";
import { createMessage, type Link, type Message, type Problem } from "#app/services/content/problems/problem.ts";
import { getContentType } from "#app/services/runtime/web/file-types.ts";

/** Matches links that the sanitiser keeps: other sites, email addresses, phone numbers. */
const externalLinkPattern = /^(?:https?:\/\/[^/]|mailto:[^@?]+@[^@?]+\.[^@.?]|tel:.)/i;

const localHostPattern =
  /^https?:\/\/(?:(?:localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|0\.0\.0\.0|[^/:?#]+\.local)(?=[:/?#]|$)|\[::1)/i;

function findLinkMistake(target: string, sitePaths: SitePaths): Message | undefined {
  const path = /^\/(?!\/)[^?#]*/.exec(target)?.[0];
  if (path === undefined)
    return externalLinkPattern.test(target) && !localHostPattern.test(target)
      ? undefined
      : createMessage("linkAddress", { target });
  const unusedKind = sitePaths.getUnusedKind(path);
  if (unusedKind) return createMessage("unusedKind", { target, kind: unusedKind });
  if (sitePaths.isPage(path)) return target.includes("#") ? createMessage("linkPlace", { target }) : undefined;
  if (sitePaths.isReserved(path) || sitePaths.mayBeCategory(path)) return undefined;
  const isFile = sitePaths.files.has(path) || (getContentType(path) !== undefined && !path.endsWith(".html"));
  return isFile ? sitePaths.files.findProblem(path) : createMessage("noPage", { target });
}

export function findLinkProblems(links: readonly Link[], sitePaths: SitePaths): Problem[] {
  return links.flatMap(({ target, folder, canBeHidden, ...place }) => {
    const isOmitted = canBeHidden && sitePaths.getUnusedKind(target) !== undefined;
    if (isOmitted || (folder && !sitePaths.isKindInUse(folder))) return [];
    const message = findLinkMistake(target, sitePaths);
    return message ? [{ ...place, message }] : [];
  });
}

export function listDraftLinks(links: readonly Link[], drafts: ReadonlySet<string>): string[] {
  return links
    .filter(({ target }) => drafts.has(getItemReference(target) ?? ""))
    .map(({ file, line, target }) => `${file}:${line}  ${target}`);
}
