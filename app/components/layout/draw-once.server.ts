import { LRUCache } from "lru-cache";
import { renderToString } from "react-dom/server";
import type { DrawOnce } from "./shared-fragment.tsx";

/** Pieces of HTML that are kept: a few for each language and place in the menu. */
const fragments = new LRUCache<string, string>({
  max: 500,
  maxSize: 8_000_000,
  sizeCalculation: (html) => html.length,
});

const numbers = new WeakMap<object, number>();
let last = 0;

/** Draws an element where there is no HTML yet for its key. */
export const drawOnce: DrawOnce = (key, element) => {
  const name = key.map(nameOf).join("\n");
  const kept = fragments.get(name);
  if (kept !== undefined) return kept;
  const html = renderToString(element);
  // An empty text has no size, and needn't be kept.
  if (html) fragments.set(name, html);
  return html;
};

/** Data goes by its identity: an answer of the API is another object once it has been renewed. */
function nameOf(part: unknown): string {
  if (typeof part !== "object" || part === null) return String(part);
  const number = numbers.get(part) ?? ++last;
  numbers.set(part, number);
  return `#${number}`;
}
