import { previewParameter } from "../../api/contract/preview.ts";
import { getContentType } from "../../../http/file-types.ts";
import type { Target } from "../files/content-text.ts";
import { findFileProblem } from "../files/public-files.ts";
import { getItemReference, type SitePaths } from "../files/site-paths.ts";
import { say, type CreateProblem, type Message, type Problem } from "./problem.ts";

/** A link in a field of a file. */
export type FieldLink = {
  createProblem: CreateProblem;
  path: PropertyKey[];
  target: string;
  /** The site leaves out the link if its kind is switched off. */
  canBeHidden?: true;
};

/** The links of a text, by the line of its file. */
export type TextLinks = { file: string; links: readonly Target[] };

/** Links that the sanitiser of the pages keeps: to other sites, to an e-mail address and to a telephone number. */
const externalLink = /^(?:https?:\/\/[^/]|mailto:[^@?]+@[^@?]+\.[^@.?]|tel:.)/i;

/** Computers that visitors can't reach. */
const localHost =
  /^https?:\/\/(?:(?:localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|0\.0\.0\.0|[^/:?#]+\.local)(?=[:/?#]|$)|\[::1)/i;

function findLinkMistake(target: string, site: SitePaths): Message | undefined {
  const path = /^\/(?!\/)[^?#]*/.exec(target)?.[0];
  if (path === undefined)
    return externalLink.test(target) && !localHost.test(target) ? undefined : say("linkAddress", { target });
  if (new URLSearchParams(/\?[^#]*/.exec(target)?.[0]).has(previewParameter)) return say("previewLink", { target });
  const unusedKind = site.getUnusedKind(path);
  if (unusedKind) return say("unusedKind", { target, kind: unusedKind });
  if (site.isPage(path)) return target.includes("#") ? say("linkPlace", { target }) : undefined;
  if (site.isReserved(path) || site.mayBeCategory(path)) return undefined;
  const isFile = site.isFile(path) || (getContentType(path) !== undefined && !path.endsWith(".html"));
  return isFile ? findFileProblem(path) : say("noPage", { target });
}

/** Finds broken links in a text. */
export function findTextLinkProblems({ file, links }: TextLinks, site: SitePaths): Problem[] {
  return links.flatMap(({ target, line }) => {
    const message = findLinkMistake(target, site);
    return message ? [{ file, line, field: "(text)", message }] : [];
  });
}

/** Finds broken links in fields. */
export function findFieldLinkProblems(links: readonly FieldLink[], site: SitePaths): Problem[] {
  return links
    .filter(({ target, canBeHidden }) => !canBeHidden || site.getUnusedKind(target) === undefined)
    .flatMap(({ createProblem, path, target }) => {
      const message = findLinkMistake(target, site);
      return message ? [createProblem(path, message)] : [];
    });
}

/** Lists links that lead to drafts, with their files and lines. */
export function listDraftLinks(
  texts: readonly TextLinks[],
  fieldLinks: readonly FieldLink[],
  drafts: ReadonlySet<string>,
): string[] {
  const links = [
    ...texts.flatMap(({ file, links: targets }) => targets.map(({ line, target }) => ({ file, line, target }))),
    ...fieldLinks.map(({ createProblem, path, target }) => ({ ...createProblem(path, say("noPage", { target })), target })),
  ];
  return links
    .filter(({ target }) => drafts.has(getItemReference(target) ?? ""))
    .map(({ file, line, target }) => `${file}:${line}  ${target}`);
}
