import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/** Maximum lengths in lines, from the first to the last line of a function or file. */
const maxLines = {
  /** Lines of a function without the named functions in it. */
  ownLines: 80,
  function: { median: 15, p90: 45 },
  component: { p90: 60 },
  loader: 20,
  routeModule: 150,
  file: 300,
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type FunctionLength = { name: string; file: string; lines: number; ownLines: number; isComponent: boolean };

const files = ["app", "server", "tools", "deploy"]
  .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

/** Returns named functions and methods, including arrow functions with a name. Unnamed ones belong to their parent. */
function measureFunctions(file: string): FunctionLength[] {
  const source = readFileSync(file, "utf8");
  const { program } = parseSync(file, source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  const functions: FunctionLength[] = [];
  const countLines = ({ start, end }: Node) => source.slice(start, end).split("\n").length;
  walk(program as unknown as Node, (node) => {
    const namedNode = toNamedFunction(node);
    if (!namedNode) return;
    const isComponent = file.endsWith(".tsx") && /^[A-Z]/.test(namedNode.name);
    const lines = countLines(namedNode.node);
    const ownLines =
      lines - findDirectFunctions(namedNode.node).reduce((sum, innerFunction) => sum + countLines(innerFunction), 0);
    functions.push({ file, name: namedNode.name, lines, ownLines, isComponent });
  });
  return functions;
}

function toNamedFunction(node: Node): { name: string; node: Node } | undefined {
  const getName = (id: unknown) => (id as { name?: string } | null)?.name;
  if (node.type === "FunctionDeclaration") return { name: getName(node["id"]) ?? "default", node };
  if (node.type === "MethodDefinition" || node.type === "Property") {
    const value = node["value"] as Node | undefined;
    const name = getName(node["key"]);
    return value && name && /Function/.test(value.type) ? { name, node } : undefined;
  }
  if (node.type !== "VariableDeclarator") return undefined;
  const init = node["init"] as Node | null;
  const name = getName(node["id"]);
  return init && name && /Function/.test(init.type) ? { name, node } : undefined;
}

/** Returns the named functions directly within another one. */
function findDirectFunctions(outerFunction: Node): Node[] {
  const functions: Node[] = [];
  const visit = (node: Node) => {
    const namedNode = node === outerFunction ? undefined : toNamedFunction(node);
    if (namedNode && namedNode.node !== outerFunction) functions.push(namedNode.node);
    else getChildren(node).forEach(visit);
  };
  visit(outerFunction);
  return functions;
}

function getChildren(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => child !== null && typeof child === "object" && "type" in child);
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of getChildren(node)) walk(child, visit);
}

function getQuantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

const measuredFunctions = files.flatMap(measureFunctions);
const getLengths = (functions: FunctionLength[]) => functions.map(({ lines }) => lines);

test("functions and components don't exceed the maximum lengths", () => {
  expect(measuredFunctions.length).toBeGreaterThan(500);
  const [functions, components] = [
    measuredFunctions.filter((entry) => !entry.isComponent),
    measuredFunctions.filter((entry) => entry.isComponent),
  ];
  const figures = {
    function: { median: getQuantile(getLengths(functions), 0.5), p90: getQuantile(getLengths(functions), 0.9) },
    component: { median: getQuantile(getLengths(components), 0.5), p90: getQuantile(getLengths(components), 0.9) },
  };
  const longest = measuredFunctions.toSorted((a, b) => b.ownLines - a.ownLines).slice(0, 12);
  console.log(
    `${functions.length} functions, ${components.length} components: ${JSON.stringify(figures)}; longest by themselves: ${longest
      .map(({ name, file, ownLines }) => `${name} in ${file} ${ownLines}`)
      .join(", ")}`,
  );
  expect(figures.function.median).toBeLessThanOrEqual(maxLines.function.median);
  expect(figures.function.p90).toBeLessThanOrEqual(maxLines.function.p90);
  expect(figures.component.p90).toBeLessThanOrEqual(maxLines.component.p90);
  expect(measuredFunctions.filter(({ ownLines }) => ownLines > maxLines.ownLines)).toEqual([]);
});

test("loaders, route modules and files don't exceed the maximum lengths", () => {
  const isLong = (path: string, max: number) => readFileSync(path, "utf8").trimEnd().split("\n").length > max;
  expect(measuredFunctions.filter(({ name, lines }) => name === "loader" && lines > maxLines.loader)).toEqual([]);
  expect(files.filter((file) => /routes\/[^/]+\.tsx$/.test(file) && isLong(file, maxLines.routeModule))).toEqual([]);
  const tests = readdirSync("tests", { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name));
  expect([...files, ...tests].filter((file) => isLong(file, maxLines.file))).toEqual([]);
});
