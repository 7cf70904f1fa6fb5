import { readFileSync } from "node:fs";
import { join } from "node:path";
import browserData, { type Identifier, type SupportStatement } from "@mdn/browser-compat-data" with { type: "json" };
import { parse, type AnyNode } from "acorn";
import { expect, test } from "vitest";
import { paths } from "#app/services/runtime/paths.ts";

/** The oldest browsers in which the site's scripts run. */
const floor = { chrome: 92, safari: 15.4, firefox: 115 } as const;

/** New functions that scripts call only if they exist, and names that i18next's methods share with new functions. */
const allowed = [
  // Called by app/components/forms/submission-form.tsx
  "requestSubmit",
  // Called by React and React Router
  "startViewTransition",
  "skipTransition",
  // Methods of i18next that have the names of the new `DisposableStack.use` and `RegExp.escape`
  "use",
  "escape",
];

const isOld = (support: SupportStatement | undefined, version: number) =>
  [support ?? []]
    .flat()
    .some(
      ({ version_added: added, flags, prefix, alternative_name: otherName }) =>
        !flags && !prefix && !otherName && typeof added === "string" && parseFloat(added.replace("≤", "")) <= version,
    );

/**
 * Lists functions that one of the oldest browsers lacks. Static functions have their owner's name, for example
 * `URL.canParse`; methods have none, for example `findLast`.
 */
function listNewFunctions(...groups: Identifier[]): Set<string> {
  const oldNames = new Set<string>();
  const newNames = new Set<string>();
  for (const [owner, members] of groups.flatMap((group) => Object.entries(group))) {
    for (const [member, { __compat: compat }] of Object.entries(members)) {
      if (member === "__compat" || !compat) continue;
      const name = member.endsWith("_static") ? `${owner}.${member.replace("_static", "")}` : member;
      const isInFloor = Object.entries(floor).every(([browser, version]) =>
        isOld(compat.support[browser as keyof typeof floor], version),
      );
      (isInFloor ? oldNames : newNames).add(name);
    }
  }
  // A name that an older type also has, such as `has`, doesn't identify the called function.
  return new Set([...newNames].filter((name) => !oldNames.has(name)));
}

/**
 * Interfaces that the site's scripts use. The methods of other interfaces, such as Bluetooth, aren't checked, because
 * their names are common and would match unrelated calls.
 */
const documentInterfaces =
  /^(?:Document|Element|HTML.*Element|Node|Range|Window|Abort.*|DOM.*|URL.*|Request|Response)$/;

const listedInterfaces = Object.entries(browserData.api).map(([owner, members]) => {
  const isListed = (member: string) => documentInterfaces.test(owner) || member.endsWith("_static");
  return [owner, Object.fromEntries(Object.entries(members).filter(([member]) => isListed(member)))];
});

const newFunctions = listNewFunctions(
  browserData.javascript.builtins as Identifier,
  Object.fromEntries(listedInterfaces) as Identifier,
);

/**
 * Files that may have lookbehinds, and so fail in the oldest browsers. Only the live totals of order sheets and
 * formulas are then missing (`watchSheet`, `countTyped`).
 */
const lookbehindFilePattern = /^(?:quantity|read-sheet)-/;

/**
 * Lists the functions that a script calls and the oldest browsers lack, and its regular expressions with a lookbehind,
 * which needs Safari 16.4.
 */
function findTooNewFunctions(code: string): string[] {
  const found = new Set<string>();
  const visit = (node: AnyNode | AnyNode[] | null | undefined): void => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (node.type === "CallExpression" && node.callee.type === "MemberExpression" && !node.callee.computed) {
      const { object, property } = node.callee;
      const name = property.type === "Identifier" ? property.name : "";
      const fullName = object.type === "Identifier" ? `${object.name}.${name}` : name;
      for (const newName of [name, fullName]) if (newFunctions.has(newName)) found.add(newName);
    }
    if (node.type === "Literal" && node.regex && /\(\?<[=!]/.test(node.regex.pattern)) found.add(node.raw!);
    for (const child of Object.values(node)) visit(child as AnyNode);
  };
  visit(parse(code, { ecmaVersion: 2020, sourceType: "module" }));
  return [...found].filter((name) => !allowed.includes(name));
}

const [build] = JSON.parse(readFileSync(paths.builds, "utf8")) as { assets: string[] }[];

test.each(build!.assets.filter((name) => name.endsWith(".js")))(
  "%s has no syntax newer than ECMAScript 2020, and needs no feature that the oldest supported browsers lack",
  (name) => {
    const found = findTooNewFunctions(readFileSync(join(paths.client, "assets", name), "utf8"));
    expect(found.filter((one) => !lookbehindFilePattern.test(name) || !one.startsWith("/"))).toEqual([]);
  },
);

test.each([
  ["URL.canParse(a)", ["URL.canParse"]],
  ["Object.hasOwn(a, b)", ["hasOwn"]],
  ["a.findLast(b)", ["findLast"]],
  ["a.toSorted()", ["toSorted"]],
  ["AbortSignal.any([a])", ["AbortSignal.any"]],
  ["a.checkVisibility()", ["checkVisibility"]],
  ["a.split(/(?<=b)c/)", ["/(?<=b)c/"]],
  ["a.at(-1); a.replaceAll(b, c); Promise.allSettled(a)", []],
])("the check of %s reports %j as too new", (code, expected) => {
  expect(findTooNewFunctions(code)).toEqual(expected);
});

test("the build keeps `-webkit-text-size-adjust`, without which iPhones enlarge text in landscape", () => {
  const name = build!.assets.find((asset) => /^style-.*\.css$/.test(asset))!;
  expect(readFileSync(join(paths.client, "assets", name), "utf8")).toContain("-webkit-text-size-adjust:100%");
});
