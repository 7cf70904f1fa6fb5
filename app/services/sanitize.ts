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

/**
 * HTML of an editor, reduced to what the site shows: no scripts, no styles, no pictures from elsewhere.
 * @param addressOf where on this site a picture is; one that has no address is left out
 */
export function sanitize(html: string, addressOf: PictureAddress): string {
  return sanitizeHtml(html, {
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
