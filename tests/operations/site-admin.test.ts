import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
  pg_dump: `[ "$BROKEN" != pg_dump ] && echo dump`,
  pg_restore: `[ -s "$4" ]`,
  psql: `cat > /dev/null; [ "$BROKEN" != psql ]`,
};

const started = ["herbal-website-2.service", "sleep 6", "herbal-website.service"];

describe.skipIf(process.platform !== "linux")("site-admin restores a backup of two nodes with PostgreSQL", () => {
  test.each<[what: string, dump: string, broken: string, calls: string[], content: string, error: RegExp]>([
    [
      "PostgreSQL can't be reached: nothing stops",
      "x",
      "pg_dump",
      [],
      "now",
      /^PostgreSQL can't .* Nothing was changed.$/m,
    ],
    [
      "its dump is empty: nothing stops",
      "",
      "",
      [],
      "now",
      /^The database in .* can't be read. Nothing was changed.$/m,
    ],
    [
      "psql fails: every node starts, and the copy stays",
      "x",
      "psql",
      ["stop", ...started],
      "now",
      /^Not restored\. The tables .*site\.dump$/m,
    ],
    [
      "a node doesn't start: the others do, after a pause",
      "x",
      started[0]!,
      ["stop", ...started],
      "then",
      /2.service isn't ready/,
    ],
  ])("%s", (_, dump, BROKEN, calls, content, error) => {
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
    write("backup/site.dump", dump);
    write("calls");
    const backup = join(folder, "backup.tar.gz");
    execFileSync("tar", ["-C", join(folder, "backup"), "-czf", backup, "."]);
    const PATH = `${folder}/bin:${process.env["PATH"]}`;
    const variables = { PATH, BROKEN, FOLDER: folder, DATABASE_URL: "postgres://a", DATA_DIR: join(folder, "data") };
    const { status, stderr } = spawnSync(join(folder, "site-admin"), ["restore", backup], { env: variables });
    expect([status, stderr.toString()]).toEqual([1, expect.stringMatching(error)]);
    expect(readFileSync(join(folder, "calls"), "utf8").split("\n").slice(0, -1)).toEqual(calls);
    for (const kind of ["content", "public"])
      expect(readdirSync(join(folder, "srv/herbal-website", kind))).toEqual([content]);
    expect(readdirSync(join(folder, "var/backups/herbal-website"))).toHaveLength(calls.length > 0 ? 1 : 0);
  });
});
