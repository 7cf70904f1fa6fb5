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
import { runProgram } from "../setup/run-script.ts";
import { rowMutations, type RowMutation } from "./row-mutations.ts";
import { getRows, listRowTests, rows, type RowTest } from "./row-tests.ts";

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

/** Runs the tests of rows in the copy, until one fails. @returns the names of those that passed and failed */
async function runRows(wanted: readonly string[], project: string) {
  const isWanted = ({ name }: RowTest) => getRows(name).some((row) => wanted.includes(row));
  const files = rowTests.filter((one) => isWanted(one) && getProject(one.file) === project);
  const report = join(copy, "report.json");
  const command = [
    ...[process.execPath, resolve("node_modules/vitest/vitest.mjs"), "run", "--project", project],
    ...["--reporter=json", `--outputFile=${report}`, "--bail=1", "--retry=0", "-t", `(^| )(${wanted.join("|")}) `],
    ...new Set(files.map(({ file }) => file)),
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

async function mutate({ row, file, text, replacement, project }: RowMutation) {
  const path = join(copy, file);
  const source = replaceOnce(path, text, replacement);
  try {
    return await runRows([row], project ?? "unit");
  } finally {
    writeFileSync(path, source);
  }
}

const rowsWithUnitTests = rows.filter((row) => rowMutations.some((one) => one.row === row && !one.project));

// One row's browser tests suffice to check that the copy can be built; `npm test` runs all.
test.each([
  [rowsWithUnitTests, "unit"],
  [["S26"], "e2e"],
] as [string[], string][])("the tests of %j in the project %s pass without a mutation", async (wanted, project) => {
  const { passed, failed } = await runRows(wanted, project);
  expect([failed, wanted.filter((row) => !passed.flatMap(getRows).includes(row))]).toEqual([[], []]);
});

test.each(rowMutations.map((one) => [one.row, one.without, one] as const))(
  "a test of %s fails without %s",
  async (_row, _without, mutation) => {
    const { failed } = await mutate(mutation);
    console.log(`without ${mutation.without}: ${failed[0]}`);
    expect(failed).not.toEqual([]);
  },
);
