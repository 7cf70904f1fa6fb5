import sanitizeHtml from "sanitize-html";
import { createSourceSet, type GetPictureAddress } from "./contract/pictures.ts";

const blockTags = ["h2", "h3", "h4", "p", "br", "hr", "pre", "blockquote", "figure", "figcaption", "img"];
const listTags = ["ul", "ol", "li", "dl", "dt", "dd"];
const inlineTags = ["a", "span", "strong", "b", "em", "i", "u", "s", "sub", "sup", "small", "code", "ruby", "rt", "rp"];
const tableTags = ["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"];

const options: sanitizeHtml.IOptions = {
  allowedTags: [...blockTags, ...listTags, ...inlineTags, ...tableTags],
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
  // Authors don't nest deeper, and sanitising thousands of open tags takes a minute.
  nestingLimit: 40,
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs["src"],
};

function createImageAttributes(address: string): Record<string, string> {
  const sources = createSourceSet(address);
  const common = { src: address, loading: "lazy" };
  return sources ? { ...common, srcset: sources, sizes: "auto, (min-width: 46rem) 42rem, 92vw" } : common;
}

/** Maximum open tags, because closing them takes quadratic time. */
const maxOpenTags = 20_000;

function hasTooManyOpenTags(html: string): boolean {
  let open = 0;
  for (const [, slash] of html.matchAll(/<(\/?)[a-z]/gi)) {
    open += slash ? -1 : 1;
    if (open > maxOpenTags) return true;
  }
  return false;
}

/** Removes scripts, styles, and pictures that the site can't serve. */
export function sanitize(html: string, getAddress: GetPictureAddress): string {
  // HTML with too many open tags becomes text.
  const text = hasTooManyOpenTags(html) ? html.replace(/<[^<>]*>/g, " ") : html;
  return sanitizeHtml(text, {
    ...options,
    transformTags: {
      // The page already has an h1.
      h1: "h2",
      img: (tagName, { src, srcset: _srcset, sizes: _sizes, ...attribs }) => {
        const address = src && getAddress(src);
        return { tagName, attribs: address ? { ...attribs, ...createImageAttributes(address) } : {} };
      },
    },
  });
}
