import { spawnSync } from "node:child_process";
import { build, isCurrent } from "#server/build.ts";
import { getMissingPostgresReason, postgresFolder } from "#tests/setup/database/postgres.ts";
import { getMissingProgramReason, startCluster } from "./cluster.ts";

/**
 * Entry of `npm run cluster`: starts two nodes with one PostgreSQL behind nginx, on loopback, with the shipped content.
 * They run until Ctrl-C.
 */
if (getMissingPostgresReason()) spawnSync("npm", ["ci", "--prefix", postgresFolder], { stdio: "inherit" });
const reason = getMissingProgramReason();
if (reason) {
  console.error(reason);
  process.exit(1);
}
if (!isCurrent()) await build();
const interruption = new Promise<void>((done) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => done());
});
const { origin, nodes, postgres, stop } = await startCluster("content");
const { host, pathname } = new URL(postgres.url);
console.log(`The site is at ${origin}, behind nginx, whose certificate is self-signed.`);
for (const node of nodes) console.log(`${node.name} is at ${node.origin}.`);
console.log(`PostgreSQL is at ${host}${pathname}. End with Ctrl-C.`);
await interruption;
await stop();
process.exit();
