import { decodePath } from "../../../i18n/guarded-routes.ts";
import { hasPhotoExtension } from "../photos/photo-library.ts";
import { addressSign, type LinePattern } from "./plain-line.ts";
import type { TextMistake } from "./text-mistakes.ts";

/** Whether an address leads to a picture. */
export function isPictureAddress(address: string): boolean {
  return hasPhotoExtension(address) || /\.svg$/i.test(address);
}

/** The address of a link as a message shows it. What Markdown made a link by itself is unknown here. */
const formatAddress = (address: string) =>
  address.startsWith(addressSign) ? address.replace(addressSign, "https://…") : address;

const formatLink = (address: string) => `\`${isPictureAddress(address) ? "!" : ""}[words](${formatAddress(address)})\``;

/** Names a picture whose brackets Markdown doesn't know. */
const explainPicture = (address: string) =>
  isPictureAddress(address) || address.startsWith("/")
    ? `a picture has a missing, full-width or wrong bracket: write \`![words](${address})\``
    : undefined;

const hasExtension = (name: string) => /\.[a-z\d]{2,5}$/iu.test(name);

/** Names what is wrong with an address that has a space. @param target the address, and maybe a caption */
function explainSpace(target: string): string {
  const captionStart = target.search(/\s(?:"[^"]*"|'[^']*')$/u);
  const address = captionStart < 0 ? target : target.slice(0, captionStart);
  const caption = captionStart < 0 ? "" : target.slice(captionStart);
  const [file = "", ...words] = target.split(/\s+/u);
  if (caption === "" && hasExtension(file) && !hasExtension(target))
    return `a caption needs straight quotes at both ends: write \`(${file} "${words.join(" ").replaceAll(/["']/g, "")}")\``;
  const rename = address.startsWith(addressSign) ? "" : "rename the file, or ";
  const shown = formatAddress(address);
  return `the address ${shown} has a space: ${rename}write \`(<${shown}>${caption})\``;
}

/** Patterns of mistakes in the brackets and addresses of links and pictures. */
export const linkPatterns: readonly LinePattern[] = [
  [/\]\(([^()\s]+)\s+[“”„‘’＂]/u, (target) => `a caption has curved quotes: write straight ones, \`(${target} "…")\``],
  [
    /\]\(((?:tel|mailto):[^()\s]*\s[^()]*)\)/u,
    // Markdown makes an e-mail address after the space a link, so it is unknown here.
    (target) =>
      target.includes(addressSign)
        ? "the address of a link has a space: remove it, such as `(mailto:name@example.com)`"
        : `the address ${target} has a space: write \`(${target.replaceAll(/\s/gu, "")})\``,
  ],
  [/\]\(([^()\s]+) =\d[^()]*\)/u, (target) => `the size of a picture can't be given: write \`![words](${target})\``],
  [/\]\(((?:[^()\]\s]|\](?!\()|\([^()]*\))*\s(?:[^()\]]|\](?!\()|\([^()]*\))*)\)/u, explainSpace],
  [
    /[!\u{f0021}]\u{f005b}[^\u{f005b}\u{f005d}]*[\]\u{f005d}][(\u{f0028}]|\u{f005b}[^\u{f005b}\u{f005d}]*\u{f005d}\u{f0028}[/\0]/u,
    () => "a \\ before a bracket shows it as it is: remove each \\ from the link or picture",
  ],
  [
    /!\[(?:[^[\]［］【】()（）!]*(?:[\]］】)）]\s*(?:[（([［{<:：=]\s*)*|[（(]\s*))?([^\s()（）[\]［］【】{}<>!，。；、]+)/u,
    explainPicture,
  ],
  [
    /[!！]\s*[[［【][^[\]［］【】()（）!！]*[\]］】]\s*[（(]\s*([^\s()（）[\]［］【】{}<>!！，。；、]+)/u,
    explainPicture,
  ],
  [/[!！]\s*[(（][^()（）!！]+[)）]\[([^\s[\]!！]+)\]/u, explainPicture],
  [
    /[[［【][^[\]［］【】]*[\]］】]\s*[（(]\s*((?:\/|https?:|mailto:|tel:|www\.|\0)[^()（）]*)[)）]/u,
    (address) => `a link has full-width brackets or a space: write ${formatLink(address)}`,
  ],
  [
    /\]\(((?:\/|mailto:|tel:|\0)[^()（）]*)$/u,
    (address) => `a link has no bracket at its end: write ${formatLink(address.split(/[\s，。；、]/u)[0]!)}`,
  ],
  [
    /\[[^[\]()（）]+[(（]((?:\/|mailto:|tel:)[^\s()（）]*|\0)[)）]/u,
    (address) => `a link has no ] after its words: write ${formatLink(address)}`,
  ],
  [
    /[(（][^()（）]+[)）]\[((?:\/|https?:|mailto:|tel:)[^[\]]*|\0)\]/u,
    (address) => `the brackets of a link are swapped: write ${formatLink(address)}`,
  ],
  [
    /[\]］】]\s*[{｛<＜【［「『《]\s*((?:\/|mailto:|tel:)[^\s{}｛｝<>＜＞】］」』》]*|\0)/u,
    (address) => `a link has wrong brackets around its address: write ${formatLink(address)}`,
  ],
  // Units such as [mg]/kg/d are no paths.
  [
    /\[[^[\]]+\]\s*(?:[:：]\s*)?(\/[a-z]{3,}[/-][a-z\d][^\s()（），。；、]*)/u,
    (address) => `a link has no brackets around its address: write ${formatLink(address)}`,
  ],
  [
    /[\]］】][（(]((?:\/|mailto:|tel:)[^\s()（）]*|\0)[)）]/u,
    (address) => `a link has no [ before its words: write ${formatLink(address)}`,
  ],
  [/\]\(([^\s()]+)\)/u, explainPicture],
  // Numbers in brackets, such as [1][2], are citations.
  [
    /(\[(?!\d+\])[^[\]^]+\]\[[^[\]]*\])/u,
    (link) => `${link} would be shown as it is: write the address after the words, \`[words](/about-us)\``,
  ],
  [
    /((?:https?|ｈｔｔｐｓ?)(?:：[/／]{2}|:／／)[^\s，。；、）)]{1,200}|ｗｗｗ[.．][^\s，。；、）)]{1,200}|(?<![\w.-])[\w.-]{1,64}＠[\w.-]+\w)/u,
    (address) => `${address} isn't a link, because it has full-width characters: write ${address.normalize("NFKC")}`,
  ],
  [
    /(?:^|[^\w@.])((?:https?:\/\/|www\.)[\w.-]+\S*)/u,
    (address) => `${address} isn't a link: write it with https:// and a space before it`,
  ],
  [
    /\w(@[\w-]+\.[\w-]+)/u,
    (domain) => `the e-mail address at ${domain.slice(1)} isn't a link: put a space before and after it`,
  ],
];

/** Finds what is wrong with the address of a link or picture, whatever exists there. @param target percent-encoded */
export function findTargetMistake(target: string): string | undefined {
  const address = decodePath(target);
  const captioned = /^([^\s"“”,，]+\.[a-z]{3,4})[\s,，]*["“”]/iu.exec(address)?.[1];
  if (captioned !== undefined)
    return `a caption needs a plain space before it, and straight quotes: write \`(${captioned} "…")\``;
  const isFullWidth = /^[\w.／]*[：／]|^mailto:.*[＠．]/u.test(address);
  return isFullWidth
    ? `the address ${address} has full-width characters: write \`(${address.normalize("NFKC")})\``
    : undefined;
}

/** Finds a link that was meant as a picture, because files beside a text can't be linked to. @param target percent-encoded */
export function findLinkedPicture(target: string): string | undefined {
  const address = decodePath(target);
  const isBesideText = isPictureAddress(address) && !/^(?:[/#]|[a-z]+:)/i.test(address);
  return isBesideText
    ? `the link to ${address} doesn't work: write \`![words](${address})\`, with a !, to show the picture`
    : undefined;
}

/** Finds a link or picture whose address is on the line below its words. */
export function findDividedLink(above: string, line: string): string | undefined {
  const words = /(!?)\[[^[\]]+\]$/u.exec(above);
  const address = /^\(([^\s()]+)/u.exec(line)?.[1];
  if (!words || address === undefined) return undefined;
  const isLink = /^(?:\/|https?:|mailto:|tel:|\0)/u.test(address) || isPictureAddress(address);
  const [, sign] = words;
  return isLink
    ? `a ${sign ? "picture" : "link"} is divided between two lines: write \`${sign}[words](…)\` on one line`
    : undefined;
}

/**
 * Finds addresses that Markdown takes for those of links elsewhere in the text, and doesn't show.
 * @param references what the parser found, by label in upper case
 */
export function findHiddenAddresses(text: string, references: Readonly<Record<string, unknown>> = {}): TextMistake[] {
  const lines = text.split("\n");
  const places = Map.groupBy(
    lines.flatMap((words, line) => [...words.matchAll(/\[([^[\]]+)\]/g)].map(([, label]) => ({ label: label!, line }))),
    ({ label }) => label.toUpperCase(),
  );
  return Object.keys(references).flatMap((label) => {
    const [definition, ...uses] = places.get(label) ?? [];
    // Footnotes have a message of their own.
    if (!definition || uses.length > 0 || label.startsWith("^")) return [];
    const { label: words, line } = definition;
    const address = lines[line]!.slice(lines[line]!.indexOf("]:") + 2);
    const isLink = /^(?:\/|https?:|mailto:|tel:)/.test(address.trim());
    const remedy = isLink ? `write \`[${words}](${address.trim()})\`` : `leave out the square brackets`;
    return [{ line, message: `this line isn't shown, because it begins with [${words}] and a colon: ${remedy}` }];
  });
}
