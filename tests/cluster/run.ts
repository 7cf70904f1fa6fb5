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
  const rows = phases.map(({ phase, seconds, pages, failed, cached, times, received, returned, note }) => {
    const sorted = times.toSorted((a, b) => a - b);
    const [p99, longest] = [sorted[Math.floor(sorted.length * 0.99)] ?? 0, sorted.at(-1) ?? 0];
    const cells = {
      seconds: Math.round(seconds),
      pages,
      failed: failed.length,
      "% by Varnish": (100 * cached) / pages,
    };
    const figures = { ...cells, "p99 ms": p99, "longest ms": longest, forms: received, returned };
    const roundedFigures = Object.entries(figures).map(([name, value]) => [name, Math.round(value)]);
    return { phase, ...Object.fromEntries(roundedFigures), note };
  });
  console.table(rows);
  const failures = phases.reduce((sum, { failed }) => sum + failed.length, 0);
  const { received, stored, lost, twice } = forms;
  console.log(`\n${received} forms received, ${stored} stored, ${twice} of them twice.`);
  for (const problem of problems) console.log(`Problem: ${problem}`);
  console.log(`${lost} lost, ${failures} failed pages that were seen before`);
}
