import sanitizeHtml from "sanitize-html";

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
    img: ["src", "alt", "width", "height", "loading"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
    ol: ["start"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  // An editor's h1 would be the page's second.
  transformTags: { h1: "h2", img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: "lazy" } }) },
  // Nothing is loaded from another origin: pictures from elsewhere go, and so does one without a source.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !/^\/(?![/\\])/.test(attribs["src"] ?? ""),
};

/** HTML of an editor, reduced to what the site shows: no scripts, no styles, no pictures from elsewhere. */
export function sanitize(html: string): string {
  return sanitizeHtml(html, options);
}
