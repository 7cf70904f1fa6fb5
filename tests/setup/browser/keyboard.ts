import type { Locator, Page } from "playwright";
import { expect } from "vitest";

/** The focused element, as a sighted user perceives it. */
type FocusedElement = {
  /** Tag and text, for messages. */
  name: string;
  /** Reasons why the element isn't visible; empty if it is visible. */
  faults: string[];
  /** Number of the part of the page that contains the element, such as a submenu. Each part is read from its top. */
  region: number;
  /** Box of the element on the page, in CSS pixels. */
  box: { left: number; top: number; right: number; bottom: number };
};

export function describeFocus(page: Page): Promise<FocusedElement | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const faults: string[] = [];
    // The focus moves downwards within a part of the page. In wide windows, each column is a part. In other windows,
    // only the buttons of a herb page, which stay at the bottom of the window, are a part of their own.
    const column = innerWidth > 820 ? 'main [class*="layout"] > *' : 'main [class*="herb-page-action"]';
    const partSelector = `li[data-top], ${column}, body > *`;
    // A link over two lines is checked at its text, because its centre may be empty.
    const [visibleBox = element.getBoundingClientRect()] = element.getClientRects();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) faults.push("has no focus ring");
    if (visibleBox.width < 2 || visibleBox.height < 2) faults.push("has no size");
    const isInside =
      visibleBox.top >= 0 && visibleBox.left >= 0 && visibleBox.left < innerWidth && visibleBox.top < innerHeight;
    if (!isInside)
      faults.push(`stands outside of the window (${Math.round(visibleBox.left)}, ${Math.round(visibleBox.top)})`);
    const y = Math.min(visibleBox.top + Math.min(visibleBox.height, innerHeight) / 2, innerHeight - 1);
    const topElement = document.elementFromPoint(visibleBox.left + visibleBox.width / 2, y);
    const isVisible =
      topElement !== null &&
      (element.contains(topElement) || topElement.contains(element) || topElement.closest("label")?.contains(element));
    if (isInside && !isVisible) faults.push(`is hidden beneath ${topElement?.outerHTML.slice(0, 60)}`);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    // A line that is wider than a phone scrolls sideways.
    let scrollLeft = 0;
    for (let parent = element.parentElement; parent; parent = parent.parentElement) scrollLeft += parent.scrollLeft;
    // Sticky elements keep their position in the window, so the scroll position isn't added.
    const scrollOffset = element.closest("body > header, body > aside") ? 0 : scrollY;
    const label = element.getAttribute("aria-label") ?? (element.textContent || element.getAttribute("name")) ?? "";
    return {
      name: `${element.tagName.toLowerCase()} “${label.trim().replace(/\s+/g, " ").slice(0, 40)}”`,
      faults,
      region: [...document.querySelectorAll(partSelector)].indexOf(element.closest(partSelector)!),
      box: {
        left: left + scrollLeft,
        top: top + scrollOffset,
        right: right + scrollLeft,
        bottom: bottom + scrollOffset,
      },
    };
  });
}

/** Presses Tab (or another key) until `target` has the focus. Every focused element must be visible. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
  maxPresses = 150,
): Promise<void> {
  const faults: string[] = [];
  for (let presses = 0; presses < maxPresses; presses++) {
    await page.keyboard.press(key);
    const focusedElement = await describeFocus(page);
    faults.push(...(focusedElement?.faults ?? []).map((fault) => `${focusedElement!.name} ${fault}`));
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(faults, page.url()).toEqual([]);
      return;
    }
  }
  throw new Error(`${maxPresses} presses of ${key} did not reach ${target} on ${page.url()}`);
}

/** Moves through a whole page with Tab. @returns the focused elements in order */
export async function walkPage(
  page: Page,
  key: "Tab" | "Shift+Tab" = "Tab",
  maxPresses = 250,
): Promise<FocusedElement[]> {
  const focusOrder: FocusedElement[] = [];
  for (let presses = 0; presses < maxPresses; presses++) {
    await page.keyboard.press(key);
    const focusedElement = await describeFocus(page);
    // After the last element a headless window may focus the first one again at once.
    if (!focusedElement || (focusOrder.length > 0 && isSame(focusedElement, focusOrder[0]!))) return focusOrder;
    focusOrder.push(focusedElement);
  }
  throw new Error(
    `after ${maxPresses} presses of ${key} the focus is still on “${focusOrder.at(-1)!.name}” in ${page.url()}`,
  );
}

function isSame(a: FocusedElement, b: FocusedElement): boolean {
  return a.name === b.name && a.region === b.region && a.box.left === b.box.left && a.box.top === b.box.top;
}

/** Returns the faults of a focus order: invisible elements, and steps up or to the left within a part of the page. */
export function findFaults(focusOrder: FocusedElement[]): string[] {
  const invisible = focusOrder.flatMap(({ name, faults }) => faults.map((fault) => `${name} ${fault}`));
  const backwardSteps = focusOrder.slice(1).flatMap((next, index) => {
    const last = focusOrder[index]!;
    return last.region === next.region && isBefore(next.box, last.box)
      ? [`${last.name} leads back to ${next.name}`]
      : [];
  });
  return [...invisible, ...backwardSteps];
}

/** Whether `a` comes before `b` in reading order, by lines and columns. */
function isBefore(a: FocusedElement["box"], b: FocusedElement["box"]): boolean {
  const tolerance = 2;
  const isAbove = a.bottom <= b.top + tolerance;
  const isBelow = a.top >= b.bottom - tolerance;
  if (isAbove) return a.left < b.right - tolerance;
  return !isBelow && a.right <= b.left + tolerance;
}
