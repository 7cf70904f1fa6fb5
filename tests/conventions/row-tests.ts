import { readFileSync } from "node:fs";
import { parseAst } from "vite";
import { listOwnEntries } from "#tests/setup/content/own-entries.ts";

export const rows = Array.from({ length: 29 }, (_, index) => `S${index + 1}`);

export type RowTest = { name: string; file: string };

/** Lists the rows at the beginning of a name: "S2 S10 the root loader …" belongs to two. */
export const getRows = (name: string) => /^(?:S\d+ )*/.exec(name)![0].split(" ").slice(0, -1);

/** Lists the tests whose name begins with the number of a row. A test that may be skipped doesn't count. */
export function listRowTests(): RowTest[] {
  return listOwnEntries(".")
    .filter(({ name }) => /\.test\.tsx?$/.test(name))
    .flatMap(({ parentPath, name }) => {
      const file = `${parentPath}/${name}`.replace(/^\.\//, "");
      return findRowTests(readFileSync(file, "utf8"), file).map((testName) => ({ file, name: testName }));
    });
}

/**
 * Finds the names of a file's tests that begin with the number of a row, except tests that may be skipped or may fail.
 * Comments and strings aren't mistaken for tests.
 */
export function findRowTests(text: string, file = "a.test.ts"): string[] {
  const names: string[] = [];
  const visit = (node: unknown): void => {
    if (!isCall(node)) return visitChildren(node, visit);
    const [definition = "", ...modifiers] = readCallee(node.callee);
    const isRun = modifiers.every((name) => runningModifiers.has(name)) && !node.arguments.some(isSkipped);
    if (definition.startsWith("describe") && !(isRun && definition !== "describeUnless")) return;
    const name = readText(node.arguments[0]);
    if (definition === "test" && isRun && /^S\d+ /.test(name)) names.push(name);
    visitChildren(node, visit);
  };
  // One `only` skips all other tests of its file.
  if (!/\.only\b/.test(text)) visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file));
  return names;
}

/** Modifiers of `test` and `describe` that neither skip a test nor expect it to fail. */
const runningModifiers: ReadonlySet<string> = new Set(["each", "for", "concurrent", "sequential"]);

type Node = { type: string };
type Call = Node & { callee: Node; arguments: Node[] };

const isCall = (node: unknown): node is Call => (node as Node | null)?.type === "CallExpression";

function visitChildren(node: unknown, visit: (child: unknown) => void): void {
  if (typeof node === "object" && node !== null) Object.values(node).forEach(visit);
}

/** Reads `test.each(…)` as the names `test` and `each`. */
function readCallee(node: Node): string[] {
  if (isCall(node)) return readCallee(node.callee);
  if (node.type === "Identifier") return [(node as Node & { name: string }).name];
  if (node.type !== "MemberExpression") return [];
  const { object, property } = node as Node & { object: Node; property: Node };
  return [...readCallee(object), ...readCallee(property)];
}

/** Whether a test's argument is an option such as `skip` or `fails`, or a function that uses `skip`. */
const isSkipped = (argument: Node) => /"name":"(?:skip|todo|fails|only)"/.test(JSON.stringify(argument));

function readText(node: Node | undefined): string {
  if (node?.type === "Literal") return String((node as Node & { value: unknown }).value);
  if (node?.type !== "TemplateLiteral") return "";
  return (node as Node & { quasis: { value: { cooked: string } }[] }).quasis.map(({ value }) => value.cooked).join("");
}
