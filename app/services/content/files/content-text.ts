import MarkdownIt from "markdown-it";
import { removeStrongEnds } from "../checks/emphasis-mistakes.ts";
import { findJoinedLineMistake, findLineMistake } from "../checks/line-mistakes.ts";
import { findHiddenAddresses, findLinkedPicture, findTargetMistake, isPictureAddress } from "../checks/link-mistakes.ts";
import { explainFileName } from "../photos/photo-description.ts";
import { addressSign, hideSigns, markupSign } from "../checks/plain-line.ts";
import { findTableMistakes } from "../checks/table-mistakes.ts";
import {
  findCodeMistakes,
  findConflict,
  findFootnoteMistakes,
  findHeadingMistakes,
  type TextMistake,
} from "../checks/text-mistakes.ts";

type Markdown = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Markdown["parse"]>[number];
type Environment = NonNullable<Parameters<Markdown["parse"]>[1]>;

/** The target of a link or picture of a text. Lines are counted from 0. */
export type Target = { target: string; line: number };

/** The links and pictures of a text, and mistakes in its Markdown. */
export type CheckedText = { links: Target[]; pictures: Target[]; mistakes: TextMistake[] };

/** A picture as a page shows it; the size in pixels if it is known. */
export type TextPicture = { src: string; width?: number; height?: number };

const parser = createMarkdown();
// The page would show `[x](javascript:…)` as plain text. It was meant as a link, and is checked as one.
parser.validateLink = () => true;
// Escaped signs stay tokens of their own, so that they aren't taken for Markdown.
parser.disable("text_join");

function createMarkdown(): Markdown {
  const markdown = new MarkdownIt({ html: false, linkify: true });
  // Otherwise `README.md` would be a link, since .md is a domain.
  markdown.linkify.set({ fuzzyLink: false });
  return markdown;
}

const renderer = createMarkdown();
renderer.renderer.rules["image"] = (tokens, index, _options, context) =>
  renderPicture(tokens[index]!, context as RenderContext);

type RenderContext = { findPicture: (target: string) => TextPicture | undefined };

/**
 * Renders a Markdown text as HTML. Addresses that begin with https:// and e-mail addresses become links. A picture with a
 * caption becomes a figure.
 * @param findPicture returns what a page shows for the target of a picture; `undefined` leaves it as it is
 */
export function renderText(text: string, findPicture: RenderContext["findPicture"] = () => undefined): string {
  const context: RenderContext = { findPicture };
  const tokens = renderer.parse(text, context);
  for (const [index, token] of tokens.entries()) {
    if (!isFigure(token)) continue;
    // Tight lists hide their paragraphs.
    for (const paragraph of [tokens[index - 1]!, tokens[index + 1]!])
      Object.assign(paragraph, { tag: "figure", hidden: false });
  }
  return renderer.renderer.render(tokens, renderer.options, context);
}

/** Whether a paragraph is one picture with a caption. */
function isFigure({ type, children }: Token): boolean {
  return (
    type === "inline" && children?.length === 1 && children[0]!.type === "image" && getCaption(children[0]!) !== ""
  );
}

function getCaption(picture: Token): string {
  return String(picture.attrGet("title") ?? "").trim();
}

function renderPicture(picture: Token, context: RenderContext): string {
  const target = String(picture.attrGet("src") ?? "");
  const { src, width, height }: TextPicture = context.findPicture(target) ?? { src: target };
  const size = width && height ? ` width="${width}" height="${height}"` : "";
  const { escapeHtml } = renderer.utils;
  const alt = renderer.renderer.renderInlineAsText(picture.children ?? [], renderer.options, context);
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${size}>`;
  const caption = getCaption(picture);
  return caption ? `${image}<figcaption>${escapeHtml(caption)}</figcaption>` : image;
}

/** Finds the links and pictures of a Markdown text, and mistakes that the page would show as plain text or leave out. */
export function checkText(text: string): CheckedText {
  const conflict = findConflict(text);
  if (conflict) return { links: [], pictures: [], mistakes: [conflict] };
  const context: Environment = {};
  const tokens = parser.parse(text, context);
  const result: CheckedText = {
    links: [],
    pictures: [],
    mistakes: [
      ...findFootnoteMistakes(text, tokens),
      ...findCodeMistakes(text, tokens),
      ...findHeadingMistakes(text, tokens),
      ...findTableMistakes(text, tokens),
      ...findHiddenAddresses(text, context.references),
    ],
  };
  let line = 0;
  for (const [index, token] of tokens.entries()) {
    // Cells of a table have the line of their row.
    line = token.map?.[0] ?? line;
    if (token.type === "heading_open" && token.tag === "h1")
      result.mistakes.push({ line, message: "a heading of level 1 would be the page's second title: use ##" });
    if (token.type === "heading_open" && tokens[index + 1]!.content === "")
      result.mistakes.push({ line, message: "a heading has no words: write them after its #, or remove the line" });
    if (token.type === "inline") checkLines(token, line, result, tokens[index - 1]?.type === "paragraph_open");
  }
  return { ...result, mistakes: removeStrongEnds(result.mistakes, text) };
}

/** Whether the emphasis that begins here was meant as a multiplication, such as `30*40*50`. */
function isProduct(children: readonly Token[], index: number): boolean {
  const isWithin = (character: string | undefined) => character !== undefined && /[a-z\d]/i.test(character);
  return (
    /^(?:em|strong)_open$/.test(children[index]!.type) &&
    isWithin(children[index - 1]?.content.at(-1)) &&
    isWithin(children[index + 1]?.content.at(0))
  );
}

/** Whether a third * before strong words has none after them. */
function isUneven(children: readonly Token[], index: number): boolean {
  const before = children[index - 1];
  return children[index]!.type === "strong_open" && before?.type === "text" && before.content.endsWith("*");
}

/** Whether a link was meant as a picture. @param before the text before it on its line */
function isPicture(before: string, target: string): boolean {
  return /(?:！\s*|!\s+)$/u.test(before) && isPictureAddress(target);
}

/** Checks the text of a paragraph, heading or cell line by line. */
function checkLines(
  paragraph: Token,
  firstLine: number,
  { links, pictures, mistakes }: CheckedText,
  isInParagraph: boolean,
): void {
  const { children } = paragraph;
  let line = firstLine;
  let plain = "";
  let above: string | undefined;
  let linkSign: string | undefined;
  let last: string | undefined;
  const finishLine = () => {
    const message =
      findLineMistake(plain, isInParagraph) ?? (above === undefined ? undefined : findJoinedLineMistake(above, plain));
    // The same mistake in several lines, such as the numbers of a list, is reported once.
    const mistake = message?.replaceAll(/\p{N}(?=[.．、\p{N}])/gu, "");
    if (message !== undefined && mistake !== last) mistakes.push({ line, message });
    last = mistake;
  };
  for (const [index, child] of (children ?? []).entries()) {
    if (child.type === "softbreak" || child.type === "hardbreak") {
      finishLine();
      above = child.type === "softbreak" ? plain : undefined;
      plain = "";
      line++;
    } else if (isProduct(children!, index)) {
      const message = "a * between two numbers or letters would disappear: write × instead, such as 30 × 40 × 50";
      mistakes.push({ line, message });
    } else if (isUneven(children!, index)) {
      mistakes.push({ line, message: "*** before words has only ** after them: write `**words**`" });
      plain += markupSign;
    } else if (child.type === "link_open") {
      linkSign = child.markup === "" ? markupSign : addressSign;
      const label = children![index + 1]?.content ?? "";
      if (children![index + 1]?.type === "link_close")
        mistakes.push({ line, message: "a link has no words: write them between the square brackets" });
      const target = String(child.attrGet("href") ?? "");
      if (isPicture(plain, target)) {
        mistakes.push({ line, message: "a picture has a wide ！ or a space after its !: write `![words](…)`" });
        continue;
      }
      const targetMistake = findTargetMistake(target) ?? findLinkedPicture(target);
      if (targetMistake) mistakes.push({ line, message: targetMistake });
      // Footnotes have a message of their own.
      else if (!label.startsWith("^")) links.push({ target, line });
      if (child.markup === "linkify" && /[a-z0-9]\p{Script=Han}/iu.test(label))
        mistakes.push({ line, message: `put a space between the address ${label} and the words after it` });
    } else if (child.type === "link_close") linkSign = undefined;
    else if (child.type === "image") {
      const target = String(child.attrGet("src") ?? "");
      const targetMistake = findTargetMistake(target);
      if (targetMistake) mistakes.push({ line, message: targetMistake });
      else pictures.push({ target, line });
      if (child.content.trim() === "")
        mistakes.push({
          line,
          message: `the picture ${target} has no description: write what it shows between the square brackets, \`![…](${target})\``,
        });
      const fileNameMessage = explainFileName(child.content);
      if (fileNameMessage)
        mistakes.push({ line, message: `the picture ${target} has no description: ${fileNameMessage}` });
      if (getCaption(child) !== "" && !isFigure(paragraph))
        mistakes.push({
          line,
          message: `the caption “${getCaption(child)}” isn't shown: leave an empty line before and after the picture`,
        });
    } else plain += linkSign ?? getPlainText(child);
  }
  finishLine();
}

/** Returns the words of a token as the patterns of mistakes read them. */
function getPlainText({ type, content, markup }: Token): string {
  // A \ before a letter escapes nothing.
  if (type === "text" || (type === "text_special" && content === markup)) return content;
  return type === "text_special" ? hideSigns(content) : markupSign;
}
