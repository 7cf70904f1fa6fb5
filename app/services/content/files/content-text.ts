import MarkdownIt from "markdown-it";
import markdownItCjkFriendly from "markdown-it-cjk-friendly";
import { createMessage, type Message, type MessageKey } from "#app/services/content/problems/problem.ts";

type Markdown = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Markdown["parse"]>[number];

/** Target of a link or picture in a text. Lines count from 0. */
export type LinkTarget = { target: string; line: number };

type LineMessage = { line: number; message: Message };

export type TextFindings = {
  links: LinkTarget[];
  pictures: LinkTarget[];
  mistakes: LineMessage[];
  remarks: LineMessage[];
};

export type TextPicture = { src: string; width?: number; height?: number };

const parser = createMarkdown();
// Accepts links such as `[x](javascript:…)`, so that they are checked. Pages render them as plain text.
parser.validateLink = () => true;

function createMarkdown(): Markdown {
  // Without the plugin `**重点。**接着` isn't bold.
  const markdown = new MarkdownIt({ html: false, linkify: true }).use(markdownItCjkFriendly);
  // Otherwise `README.md` would become a link to a website, because `.md` is a top-level domain.
  markdown.linkify.set({ fuzzyLink: false });
  return markdown;
}

const renderer = createMarkdown();
renderer.renderer.rules["image"] = (tokens, index, _options, context) =>
  renderPicture(tokens[index]!, context as RenderContext);

type RenderContext = { findPicture: (target: string) => TextPicture | undefined };

/**
 * Renders Markdown as HTML. A picture with a caption becomes a figure.
 * @param findPicture returns a picture's URL and size, or `undefined` to keep the target as it is
 */
export function renderText(text: string, findPicture: RenderContext["findPicture"] = () => undefined): string {
  const context: RenderContext = { findPicture };
  const tokens = renderer.parse(text, context);
  for (const [index, token] of tokens.entries()) {
    if (!isFigure(token)) continue;
    // In tight lists paragraphs are hidden, so their tags wouldn't be rendered.
    for (const paragraph of [tokens[index - 1]!, tokens[index + 1]!])
      Object.assign(paragraph, { tag: "figure", hidden: false });
  }
  return renderer.renderer.render(tokens, renderer.options, context);
}

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

export function checkText(text: string): TextFindings {
  const tokens = parser.parse(text, {});
  const result: TextFindings = { links: [], pictures: [], mistakes: [], remarks: [] };
  let line = 0;
  for (const [index, token] of tokens.entries()) {
    // Tokens in a table's cells have no line, so they get their row's.
    line = token.map?.[0] ?? line;
    if (token.type === "heading_open") {
      const message = findHeadingMistake(token, tokens[index + 1]!.content);
      if (message) result.mistakes.push({ line, message });
    }
    if (token.type === "inline") checkLines(token, line, result);
  }
  return result;
}

/** Level 1 is only for the page's title. A line of `---` below a text makes it a heading, usually by mistake. */
function findHeadingMistake({ tag, markup }: Token, content: string): Message | undefined {
  if (tag === "h1") return createMessage("headingLevel");
  if (markup === "-") return createMessage("headingLine");
  return content === "" ? createMessage("emptyHeading") : undefined;
}

/** Patterns of links, headings and HTML that would be rendered as plain text, with their remarks. */
const unparsedMarkup: readonly [RegExp, MessageKey][] = [
  [/[\]】］] ?[(（]\s*(?:\/|https?:|mailto:|tel:|[^\s()（）]+\.[a-z\d]{2,5}[\s)）])/i, "unreadLink"],
  [/^(?:#{2,6}(?=[^#\s])|＃)/, "unreadHeading"],
  [/<(?:\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?|!--[^<>]*)>/i, "unreadTag"],
];

function checkLines(paragraph: Token, firstLine: number, result: TextFindings): void {
  const { links, pictures, mistakes, remarks } = result;
  const children = paragraph.children ?? [];
  let line = firstLine;
  // A table pasted from a document lacks the line of dashes below its headings, so it isn't parsed as a table.
  if (/^\|.*\|$/.test(paragraph.content.split("\n")[0]!)) mistakes.push({ line, message: createMessage("tableHead") });
  for (const [index, child] of children.entries()) {
    if (child.type === "softbreak" || child.type === "hardbreak") line++;
    else if (child.type === "text")
      for (const [pattern, key] of unparsedMarkup)
        if (pattern.test(child.content)) remarks.push({ line, message: createMessage(key) });
    if (child.type === "link_open") {
      links.push({ target: String(child.attrGet("href") ?? ""), line });
      if (children[index + 1]?.type === "link_close") mistakes.push({ line, message: createMessage("emptyLink") });
    } else if (child.type === "image") {
      const target = String(child.attrGet("src") ?? "");
      pictures.push({ target, line });
      if (child.content.trim() === "") mistakes.push({ line, message: createMessage("noPictureAlt", { target }) });
      if (getCaption(child) !== "" && !isFigure(paragraph)) mistakes.push({ line, message: createMessage("caption") });
    }
  }
}
