import sanitizeHtml from "sanitize-html";
import { sourceSet } from "../contract/pictures.ts";
import type { PictureAddress } from "./pictures.ts";

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["h2", "h3", "h4", "p", "br", "hr", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "figure", "figcaption"],
    ...[
      "strong",
      "b",
      "em",
      "i",
      "u",
      "s",
      "sub",
      "sup",
      "small",
      "code",
      "pre",
      "span",
      "a",
      "img",
      "ruby",
      "rt",
      "rp",
    ],
    ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
  ],
  allowedAttributes: {
    "*": ["lang"],
    a: ["href", "title"],
    img: ["src", "srcset", "sizes", "alt", "width", "height", "loading"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
    ol: ["start"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  // No editor nests so deep; thousands of open tags would take a minute.
  nestingLimit: 40,
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs["src"],
};

/** What a picture in a text is loaded by: in the width that fits, once it comes into view. */
function shown(address: string): Record<string, string> {
  const sources = sourceSet(address);
  const common = { src: address, loading: "lazy" };
  return sources ? { ...common, srcset: sources, sizes: "auto, (min-width: 46rem) 42rem, 92vw" } : common;
}

/** Tags that are open at a time. Beyond that the time to close them grows with the square of their number. */
const maxOpenTags = 20_000;

function hasTooManyOpenTags(html: string): boolean {
  let open = 0;
  for (const [, slash] of html.matchAll(/<(\/?)[a-z]/gi)) {
    open += slash ? -1 : 1;
    if (open > maxOpenTags) return true;
  }
  return false;
}

/**
 * HTML of an editor, reduced to what the site shows: no scripts, no styles, no pictures from elsewhere.
 * @param addressOf where on this site a picture is; one that has no address is left out
 */
export function sanitize(html: string, addressOf: PictureAddress): string {
  // What nests without end is no text with a structure: its words are kept.
  const text = hasTooManyOpenTags(html) ? html.replace(/<[^<>]*>/g, " ") : html;
  return sanitizeHtml(text, {
    ...options,
    transformTags: {
      // An editor's h1 would be the page's second.
      h1: "h2",
      img: (tagName, { src, srcset: _srcset, sizes: _sizes, ...attribs }) => {
        const address = src && addressOf(src);
        return { tagName, attribs: address ? { ...attribs, ...shown(address) } : {} };
      },
    },
  });
}
