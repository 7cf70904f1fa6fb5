import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

/** Lengths that docs/architecture.md asks for, in lines from the first to the last of a function or file. */
const bars = {
  function: { median: 15, p90: 45 },
  component: { p90: 60 },
  loader: 20,
  routeModule: 150,
  file: 300,
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Measured = { name: string; file: string; lines: number; isComponent: boolean };

const files = ["app", "server", "deploy"]
  .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

/** Named functions and methods; arrow functions where they are given a name, since others belong to what they stand in. */
function functionsOf(file: string): Measured[] {
  const source = readFileSync(file, "utf8");
  const { program } = parseSync(file, source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  const found: Measured[] = [];
  const linesOf = ({ start, end }: Node) => source.slice(start, end).split("\n").length;
  walk(program as unknown as Node, (node) => {
    const named = namedFunction(node);
    if (!named) return;
    const isComponent = file.endsWith(".tsx") && /^[A-Z]/.test(named.name);
    found.push({ file, name: named.name, lines: linesOf(named.node), isComponent });
  });
  return found;
}

function namedFunction(node: Node): { name: string; node: Node } | undefined {
  const nameOf = (id: unknown) => (id as { name?: string } | null)?.name;
  if (node.type === "FunctionDeclaration") return { name: nameOf(node["id"]) ?? "default", node };
  if (node.type === "MethodDefinition" || node.type === "Property") {
    const value = node["value"] as Node | undefined;
    const name = nameOf(node["key"]);
    return value && name && /Function/.test(value.type) ? { name, node } : undefined;
  }
  if (node.type !== "VariableDeclarator") return undefined;
  const init = node["init"] as Node | null;
  const name = nameOf(node["id"]);
  return init && name && /Function/.test(init.type) ? { name, node } : undefined;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === "object" && "type" in child) walk(child as Node, visit);
    }
  }
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

const all = files.flatMap(functionsOf);
const lengths = (functions: Measured[]) => functions.map(({ lines }) => lines);

test("functions and components are as short as the house wants them", () => {
  expect(all.length).toBeGreaterThan(500);
  const [functions, components] = [all.filter((one) => !one.isComponent), all.filter((one) => one.isComponent)];
  const figures = {
    function: { median: quantile(lengths(functions), 0.5), p90: quantile(lengths(functions), 0.9) },
    component: { median: quantile(lengths(components), 0.5), p90: quantile(lengths(components), 0.9) },
  };
  const longest = all.toSorted((a, b) => b.lines - a.lines).slice(0, 5);
  console.log(
    `${functions.length} functions, ${components.length} components: ${JSON.stringify(figures)}; longest: ${longest
      .map(({ name, file, lines }) => `${name} in ${file} ${lines}`)
      .join(", ")}`,
  );
  expect(figures.function.median).toBeLessThanOrEqual(bars.function.median);
  expect(figures.function.p90).toBeLessThanOrEqual(bars.function.p90);
  expect(figures.component.p90).toBeLessThanOrEqual(bars.component.p90);
});

test("loaders, modules of routes and files are as short as the house wants them", () => {
  const isLong = (path: string, most: number) => readFileSync(path, "utf8").trimEnd().split("\n").length > most;
  expect(all.filter(({ name, lines }) => name === "loader" && lines > bars.loader)).toEqual([]);
  expect(files.filter((file) => /routes\/[^/]+\.tsx$/.test(file) && isLong(file, bars.routeModule))).toEqual([]);
  const tests = readdirSync("tests", { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name));
  expect([...files, ...tests].filter((file) => isLong(file, bars.file))).toEqual([]);
});
