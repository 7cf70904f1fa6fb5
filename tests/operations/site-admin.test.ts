import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { tryAcquireLock } from "#app/services/runtime/process-lock.ts";
import { findServer } from "#tests/setup/proxies/external-server.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";

/** Programs that `site-admin` calls. They record how nodes are stopped and started. */
const programs: Record<string, string> = {
  systemctl: `case "$1" in
    list-unit-files) printf '%s enabled\\n' herbal-website-2.service herbal-website.service ;;
    cat) echo User=site ;;
    stop) [ $# != 3 ] || echo stop >> "$FOLDER/calls" ;;
    is-enabled) false ;;
    restart) echo "$2" >> "$FOLDER/calls"; [ "$2" != "$BROKEN" ] ;;
  esac`,
  "systemd-run": `while [ "$1" != -- ]; do shift; done; shift; exec "$@"`,
  sleep: `echo "sleep $1" >> "$FOLDER/calls"`,
  id: "echo 0",
  curl: "true",
  pg_dump: `printf '%s\\n' "$PGPASSWORD" "$PGSSLROOTCERT" "$@" > "$FOLDER/dumped"; [ "$BROKEN" != pg_dump ] && echo dump`,
  pg_restore: `[ -s "$4" ]`,
  // While a backup is packed, a save at the desk deletes a file.
  tar: `[ "$3" != -czf ] || rm "$FOLDER/srv/herbal-website/content/now"; exec env PATH=/usr/bin:/bin tar "$@"`,
  psql: `cat > /dev/null; [ "$BROKEN" != psql ]`,
};

const restarted = ["stop", "herbal-website-2.service", "sleep 6", "herbal-website.service"];

/** Creates a folder with the files of a machine with two nodes, and the variables of a shell that uses them. */
function createMachine(BROKEN = "") {
  const folder = createTestFolder();
  const write = (path: string, text = "", mode = 0o644) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  const script = readFileSync("deploy/site-admin", "utf8");
  write("site-admin", script.replace(/(?<==)\/(?=[a-z/]+\/\$name$)|\/run(?=\/\$name-admin)/gm, `${folder}/`), 0o755);
  for (const [name, lines] of Object.entries(programs)) write(`bin/${name}`, `#!/bin/bash\n${lines}\n`, 0o755);
  for (const kind of ["content", "public"]) {
    write(`srv/herbal-website/${kind}/now`);
    write(`backup/${kind}/then`);
  }
  for (const settings of ["etc", "backup"]) write(`${settings}/herbal-website/site.env`);
  write("opt/herbal-website/releases/one/revision");
  symlinkSync("releases/one", join(folder, "opt/herbal-website/current"));
  write("calls");
  mkdirSync(join(folder, "data"));
  const PATH = `${folder}/bin:${process.env["PATH"]}`;
  const DATABASE_URL = "postgres://site:p%40ss%5C@db.example/site?sslmode=verify-full";
  return { folder, write, variables: { PATH, BROKEN, FOLDER: folder, DATABASE_URL, DATA_DIR: join(folder, "data") } };
}

describe.skipIf(process.platform !== "linux")("site-admin restores a backup of two nodes with PostgreSQL", () => {
  test.each<[what: string, dump: string, broken: string, calls: string[], content: string, error: RegExp]>([
    ["PostgreSQL fails: nothing stops", "x", "pg_dump", [], "now", /^PostgreSQL can't .* Nothing was changed.$/m],
    ["no dump: nothing stops", "", "", [], "now", /^The database in .* can't be read. Nothing was changed.$/m],
    ["psql fails: the copy stays", "x", "psql", restarted, "now", /^Not restored\. The tables .*site\.dump$/m],
    ["a node fails: the others start after a pause", "x", restarted[1]!, restarted, "then", /2.service isn't ready/],
  ])("%s", (_, dump, BROKEN, calls, content, error) => {
    const { folder, write, variables } = createMachine(BROKEN);
    write("backup/site.dump", dump);
    const backup = join(folder, "backup.tar.gz");
    execFileSync("tar", ["-C", join(folder, "backup"), "-czf", backup, "."]);
    const { status, stderr } = spawnSync(join(folder, "site-admin"), ["restore", backup], { env: variables });
    expect([status, stderr.toString()]).toEqual([1, expect.stringMatching(error)]);
    expect(readFileSync(join(folder, "calls"), "utf8").split("\n").slice(0, -1)).toEqual(calls);
    for (const kind of ["content", "public"])
      expect(readdirSync(join(folder, "srv/herbal-website", kind))).toEqual([content]);
    expect(readdirSync(join(folder, "var/backups/herbal-website"))).toHaveLength(calls.length > 0 ? 1 : 0);
  });
});

test.skipIf(process.platform !== "linux")(
  "site-admin goes back to code that can't compile the release, and fails",
  () => {
    const { folder, write, variables } = createMachine();
    const node = `#!/bin/sh\n[ "$2" != scripts/prepare-release.ts ] || echo "5 mistakes"\n`;
    write("opt/herbal-website/releases/two/node_modules/.bin/node", node, 0o755);
    symlinkSync("releases/two", join(folder, "opt/herbal-website/previous"));
    const { status, stderr } = spawnSync(join(folder, "site-admin"), ["rollback"], { env: variables });
    expect([status, stderr.toString()]).toEqual([1, expect.stringContaining("served: 5 mistakes")]);
    expect(readdirSync(join(folder, "opt/herbal-website/current/node_modules"))).toEqual([".bin"]);
  },
);

testUnless(process.platform === "linux" && findServer("sqlite3") ? undefined : "there is no Linux with sqlite3")(
  "site-admin makes a backup once no save runs, of the files of then; no command line has the password",
  async () => {
    const { folder, variables } = createMachine();
    const lock = tryAcquireLock(join(folder, "srv/herbal-website/content/.saving.lock"))!;
    const backup = spawn(join(folder, "site-admin"), ["backup", join(folder, "b.tar.gz")], { env: variables });
    const output = Promise.all([backup.stderr, backup.stdout].map((stream) => text(stream)));
    await expect.poll(() => readdirSync(folder)).toContain("dumped");
    await sleep(500);
    expect(readdirSync(folder)).not.toContain("b.tar.gz");
    const waiting = spawn(join(folder, "site-admin"), ["backup", join(folder, "c.tar.gz")], { env: variables });
    const [message] = await once(waiting.stderr, "data");
    waiting.kill();
    expect(String(message)).toMatch(/^Waiting for site-admin backup, process \d+, since \S+ \d\d:\d\d:\d\d …/);
    lock.release();
    await once(backup, "exit");
    expect(await output).toEqual(["", `Written: ${folder}/b.tar.gz\n`]);
    const files = execFileSync("tar", ["-tzf", join(folder, "b.tar.gz")], { encoding: "utf8" }).split("\n");
    expect(files).toEqual(expect.arrayContaining(["content/now", "public/now", "site.dump"]));
    expect(readdirSync(join(folder, "srv/herbal-website"))).toEqual(["content", "public"]);
    const [password, authorities, ...args] = readFileSync(join(folder, "dumped"), "utf8").trim().split("\n");
    expect([password, authorities]).toEqual(["p@ss\\", "/etc/ssl/certs/ca-certificates.crt"]);
    expect(args).toEqual([
      "--format=custom",
      expect.stringMatching(/^postgres:\/\/site@db\.example\/site\?sslmode=verify-full&keepalives/),
    ]);
  },
);
