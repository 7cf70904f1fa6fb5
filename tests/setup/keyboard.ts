import type { Locator, Page } from "playwright";
import { expect } from "vitest";

/** What has the focus, as somebody who looks at the page sees it. */
type Focused = {
  /** Tag and words, for messages. */
  name: string;
  /** What cannot be seen of it; empty where all is well. */
  faults: string[];
  /** Which part of the page it is in, such as a menu below an item: each is read from its top. */
  region: number;
  /** Its box on the page. */
  box: { left: number; top: number; right: number; bottom: number };
};

/** What has the focus; `undefined` where nothing has. */
export function focused(page: Page): Promise<Focused | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const faults: string[] = [];
    // Columns beside each other are parts of their own; where there is one column, it is read from top to bottom.
    const parts = innerWidth > 820 ? 'li[data-top], main [class*="layout"] > *, body > *' : "li[data-top], body > *";
    // A link over two lines is looked at where its words stand, not between them.
    const [shown = element.getBoundingClientRect()] = element.getClientRects();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) faults.push("has no focus ring");
    if (shown.width < 2 || shown.height < 2) faults.push("has no size");
    const isInside = shown.top >= 0 && shown.left >= 0 && shown.left < innerWidth && shown.top < innerHeight;
    if (!isInside) faults.push(`stands outside of the window (${Math.round(shown.left)}, ${Math.round(shown.top)})`);
    const y = Math.min(shown.top + Math.min(shown.height, innerHeight) / 2, innerHeight - 1);
    const above = document.elementFromPoint(shown.left + shown.width / 2, y);
    const isSeen =
      above !== null &&
      (element.contains(above) || above.contains(element) || above.closest("label")?.contains(element));
    if (isInside && !isSeen) faults.push(`is hidden beneath ${above?.outerHTML.slice(0, 60)}`);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    // What sticks to the window is where it is, however far the page has been scrolled.
    const scrolled = element.closest("body > header, body > aside") ? 0 : scrollY;
    const words = element.getAttribute("aria-label") ?? (element.textContent || element.getAttribute("name")) ?? "";
    return {
      name: `${element.tagName.toLowerCase()} “${words.trim().replace(/\s+/g, " ").slice(0, 40)}”`,
      faults,
      region: [...document.querySelectorAll(parts)].indexOf(element.closest(parts)!),
      box: { left, top: top + scrolled, right, bottom: bottom + scrolled },
    };
  });
}

/** Presses Tab (or another key) until `target` has the focus; everything on the way must be seen. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab", most = 150): Promise<void> {
  const faults: string[] = [];
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press(key);
    const here = await focused(page);
    faults.push(...(here?.faults ?? []).map((fault) => `${here!.name} ${fault}`));
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(faults, page.url()).toEqual([]);
      return;
    }
  }
  throw new Error(`${most} presses of ${key} did not reach ${target} on ${page.url()}`);
}

/** Goes through a whole page by Tab, from its start to its end: everything that had the focus, in that order. */
export async function walk(page: Page, key: "Tab" | "Shift+Tab" = "Tab", most = 250): Promise<Focused[]> {
  const path: Focused[] = [];
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press(key);
    const here = await focused(page);
    // A window without a frame may go on from its start at once.
    if (!here || (path.length > 0 && isSame(here, path[0]!))) return path;
    path.push(here);
  }
  throw new Error(`${most} presses of ${key} did not leave ${page.url()}: ${path.at(-1)!.name}`);
}

function isSame(a: Focused, b: Focused): boolean {
  return a.name === b.name && a.region === b.region && a.box.left === b.box.left && a.box.top === b.box.top;
}

/** What a walk finds against the eye: what can't be seen, and steps back up or to the left within a part of the page. */
export function faultsOf(path: Focused[]): string[] {
  const unseen = path.flatMap(({ name, faults }) => faults.map((fault) => `${name} ${fault}`));
  const backwards = path.slice(1).flatMap((next, index) => {
    const last = path[index]!;
    return last.region === next.region && isBefore(next.box, last.box)
      ? [`${last.name} leads back to ${next.name}`]
      : [];
  });
  return [...unseen, ...backwards];
}

/** Whether somebody who reads lines, and columns beside each other, reads `a` before `b`. */
function isBefore(a: Focused["box"], b: Focused["box"]): boolean {
  const slack = 2;
  const isAbove = a.bottom <= b.top + slack;
  const isBelow = a.top >= b.bottom - slack;
  if (isAbove) return a.left < b.right - slack;
  return !isBelow && a.right <= b.left + slack;
}
