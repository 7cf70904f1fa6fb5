import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { build, isCurrent } from "../../server/build.ts";
import { getMissingPostgresReason, postgresFolder } from "../setup/postgres.ts";
import { testContent } from "../setup/test-content.ts";
import { getMissingProgramReason, startCluster, type Cluster } from "./cluster.ts";
import { createOtherBuild, testFailures, type FailureTestResult } from "./failure-test.ts";

/**
 * Entry of `npm run cluster`: starts two nodes with one PostgreSQL behind Varnish, on loopback, with the shipped content.
 * They run until Ctrl-C. With `--try` it uses the content of the tests, makes each part fail while visitors use the site, and prints
 * figures. The exit code is 1 if a form was lost, or a page failed that was requested before.
 */
const shouldTestFailures = process.argv.includes("--try");
if (getMissingPostgresReason()) spawnSync("npm", ["ci", "--prefix", postgresFolder], { stdio: "inherit" });
const reason = getMissingProgramReason();
if (reason) {
  console.error(reason);
  process.exit(1);
}
if (!isCurrent()) build();

const newBuild = shouldTestFailures ? createOtherBuild() : undefined;
let cluster: Cluster | undefined;
const interruption = new Promise<void>((done) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => done());
});
try {
  cluster = await startCluster(shouldTestFailures ? testContent : "content");
  printAddresses(cluster);
  if (newBuild) {
    const result = await Promise.race([testFailures(cluster, newBuild), interruption]);
    if (result) printResult(result);
    process.exitCode = result?.problems.length === 0 ? 0 : 1;
  } else await interruption;
} finally {
  await cluster?.stop();
  if (newBuild) rmSync(newBuild, { recursive: true, force: true });
}
process.exit();

function printAddresses({ varnish, nodes, postgres }: Cluster): void {
  const { host, pathname } = new URL(postgres.url);
  console.log(`The site is at ${varnish.origin}, behind Varnish.`);
  for (const { name, origin } of nodes) console.log(`${name} is at ${origin}.`);
  console.log(`PostgreSQL is at ${host}${pathname}.${shouldTestFailures ? "" : " End with Ctrl-C."}`);
}

function printResult({ phases, forms, problems }: FailureTestResult): void {
  const head = ["", "seconds", "pages", "failed", "Varnish", "p99 ms", "longest", "forms", "returned", ""];
  const rows = phases.map(({ phase, seconds, pages, failed, cached, times, received, returned, note }) => {
    const sorted = times.toSorted((a, b) => a - b);
    const [p99, longest] = [sorted[Math.floor(sorted.length * 0.99)] ?? 0, sorted.at(-1) ?? 0];
    const share = `${Math.round((100 * cached) / pages)} %`;
    const figures = [
      seconds.toFixed(1),
      pages,
      failed.length,
      share,
      p99.toFixed(0),
      longest.toFixed(0),
      received,
      returned,
    ];
    return [phase, ...figures.map(String), note];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const isText = (column: number) => column === 0 || column === head.length - 1;
  console.log();
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) =>
      isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    );
    console.log(cells.join("  ").trimEnd());
  }
  const failures = phases.reduce((sum, { failed }) => sum + failed.length, 0);
  const { received, stored, lost, twice } = forms;
  console.log(`\n${received} forms received, ${stored} stored, ${twice} of them twice.`);
  for (const problem of problems) console.log(`Problem: ${problem}`);
  console.log(`${lost} lost, ${failures} failed pages that were seen before`);
}
