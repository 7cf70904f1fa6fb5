import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "#tests/setup/programs/run-script.ts";
import { rowMutations, type RowMutation } from "./row-mutations.ts";
import { getRows, listRowTests, type RowTest } from "./row-tests.ts";

/** A copy of the source, in which one text at a time is replaced. */
const copy = copySource();

const rowTests = listRowTests();

function copySource(): string {
  const folder = mkdtempSync(join(tmpdir(), "mutations-"));
  const skippedFolders = new Set(["node_modules", ".git", "build", "data", ".react-router"]);
  const filter = (path: string) => !skippedFolders.has(basename(path));
  for (const name of readdirSync(".").filter(filter)) cpSync(name, join(folder, name), { recursive: true, filter });
  for (const parent of [".", "tests/browser", "tests/fonts"]) {
    const packages = resolve(parent, "node_modules");
    if (existsSync(packages)) symlinkSync(packages, join(folder, parent, "node_modules"), "junction");
  }
  // A removed feature never appears, so the tests don't wait long for it.
  replaceOnce(join(folder, "vitest.config.ts"), "poll: { timeout: 60_000 }", "poll: { timeout: 15_000 }");
  return folder;
}

/** @returns the file's previous text */
function replaceOnce(path: string, text: string, replacement: string): string {
  const source = readFileSync(path, "utf8");
  const [before, after, ...others] = source.split(text);
  if (after === undefined || others.length > 0) throw new Error(`${path} must have “${text}” once`);
  writeFileSync(path, before + replacement + after);
  return source;
}

function getProject(file: string): string {
  if (file.includes(".long.")) return "long";
  return /^tests\/(?:contract\/)?(e2e|site|storage)\//.exec(file)?.[1] ?? "unit";
}

/** Runs the tests of these rows in the copy of the tree. @returns the names of the tests that passed and failed */
async function runRows(wanted: readonly string[], project: string, { bail }: { bail: number }) {
  const isWanted = ({ name }: RowTest) => getRows(name).some((row) => wanted.includes(row));
  const files = rowTests.filter((one) => isWanted(one) && getProject(one.file) === project);
  const report = join(copy, "report.json");
  const command = [
    ...[process.execPath, resolve("node_modules/vitest/vitest.mjs"), "run", "--project", project],
    ...["--reporter=json", `--outputFile=${report}`, `--bail=${bail}`, "--retry=0"],
    ...["-t", `(^| )(${wanted.join("|")}) `, ...new Set(files.map(({ file }) => file))],
  ];
  rmSync(report, { force: true });
  const { stdout, stderr } = await runProgram(command, { cwd: copy });
  type Report = { testResults: { assertionResults: { status: string; title: string }[] }[] };
  if (!existsSync(report)) throw new Error(`no report: ${stdout}${stderr}`);
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const list = (state: string) => results.flatMap(({ status, title }) => (status === state ? [title] : []));
  return { passed: list("passed"), failed: list("failed") };
}

/** Replaces the texts, runs the tests of their rows, and restores the files. */
async function mutate(mutations: readonly RowMutation[], project: string, options: { bail: number }) {
  const sources = mutations.map(({ file, text, replacement }) => {
    const path = join(copy, file);
    return { path, source: replaceOnce(path, text, replacement) };
  });
  try {
    return await runRows([...new Set(mutations.map(({ row }) => row))], project, options);
  } finally {
    for (const { path, source } of sources.toReversed()) writeFileSync(path, source);
  }
}

const unitMutations = rowMutations.filter(({ project }) => !project);
const browserMutations = rowMutations.filter(({ project }) => project);

test("the unit tests of the specification's rows pass without a mutation", async () => {
  const mutatedRows = [...new Set(unitMutations.map(({ row }) => row))];
  const { passed, failed } = await runRows(mutatedRows, "unit", { bail: 1 });
  expect([failed, mutatedRows.filter((row) => !passed.flatMap(getRows).includes(row))]).toEqual([[], []]);
});

test.each(unitMutations.map((one) => [one.row, one.without, one] as const))(
  "a test of %s fails without %s",
  async (_row, _without, mutation) => {
    const { failed } = await mutate([mutation], "unit", { bail: 1 });
    console.log(`without ${mutation.without}: ${failed[0]}`);
    expect(failed).not.toEqual([]);
  },
);

// A build takes long, so these mutations share one.
test("in the browser, exactly one test of each row fails without the row's feature, and other tests pass", async () => {
  const { passed, failed } = await mutate(browserMutations, "e2e", { bail: 0 });
  console.log(`without ${browserMutations.map(({ without }) => without).join(", ")}:\n${failed.join("\n")}`);
  expect(failed.map((name) => getRows(name)[0]).toSorted()).toEqual(browserMutations.map(({ row }) => row).toSorted());
  expect(passed).not.toEqual([]);
});
