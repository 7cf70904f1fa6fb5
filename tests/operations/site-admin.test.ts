import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestFolder } from "../setup/test-folder.ts";

/** Programs that `site-admin` calls. They record how nodes are stopped and started. */
const programs: Record<string, string> = {
  systemctl: `case "$1" in
    list-unit-files) printf '%s enabled\\n' herbal-website-2.service herbal-website.service ;;
    cat) echo User=site ;;
    stop) echo stop >> "$FOLDER/calls" ;;
    is-enabled) false ;;
    restart) echo "$2" >> "$FOLDER/calls"; [ "$2" != "$BROKEN" ] ;;
  esac`,
  "systemd-run": `while [ "$1" != -- ]; do shift; done; shift; exec "$@"`,
  sleep: `echo "sleep $1" >> "$FOLDER/calls"`,
  id: "echo 0",
  curl: "true",
  pg_dump: `[ "$BROKEN" != pg_dump ] && echo dump`,
  pg_restore: `[ -s "$4" ] && touch "\${3#--file=}"`,
  psql: `cat > /dev/null; [ "$BROKEN" != psql ]`,
};

describe.skipIf(process.platform !== "linux")("site-admin restores a backup of two nodes with PostgreSQL", () => {
  let folder: string;
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  const started = ["herbal-website-2.service", "sleep 6", "herbal-website.service"];

  beforeEach(() => {
    folder = createTestFolder();
    const script = readFileSync("deploy/site-admin", "utf8");
    write("site-admin", script.replace(/(?<==)\/(?=[a-z/]+\/\$name$)|\/run(?=\/\$name-admin)/gm, `${folder}/`), 0o755);
    for (const [name, lines] of Object.entries(programs)) write(`bin/${name}`, `#!/bin/bash\n${lines}\n`, 0o755);
    for (const kind of ["content", "public"]) write(`srv/herbal-website/${kind}/now`, "");
    write("etc/herbal-website/site.env", "");
    write("opt/herbal-website/releases/one/revision", "");
    symlinkSync("releases/one", join(folder, "opt/herbal-website/current"));
  });

  /** Restores a backup with this dump while something is broken. */
  function restore(dump: string, BROKEN = "") {
    for (const kind of ["content", "public"]) write(`backup/${kind}/then`, "");
    write("backup/site.dump", dump);
    write("backup/herbal-website/site.env", "");
    execFileSync("tar", ["-C", join(folder, "backup"), "-czf", join(folder, "backup.tar.gz"), "."]);
    const PATH = `${folder}/bin:${process.env["PATH"]}`;
    const variables = { PATH, BROKEN, FOLDER: folder, DATABASE_URL: "postgres://a", DATA_DIR: join(folder, "data") };
    write("calls", "");
    const { status, stderr } = spawnSync(join(folder, "site-admin"), ["restore", join(folder, "backup.tar.gz")], {
      env: variables,
      encoding: "utf8",
    });
    const list = (path: string) => readdirSync(join(folder, path), { recursive: true }).sort();
    return {
      status,
      stderr,
      calls: readFileSync(join(folder, "calls"), "utf8").split("\n").slice(0, -1),
      content: list("srv/herbal-website"),
      kept: list("var/backups/herbal-website"),
    };
  }
  const contentNow = ["content", "content/now", "public", "public/now"];

  test.each([
    ["PostgreSQL can't be reached", "dump", "pg_dump", "PostgreSQL can't be read"],
    ["the dump is empty", "", "", "The database in .* can't be read"],
  ])("if %s, nothing stops or changes", (_, dump, broken, reason) => {
    const { status, stderr, ...changes } = restore(dump, broken);
    expect(stderr).toMatch(new RegExp(`${reason}. Nothing was changed.\n$`));
    expect({ status, ...changes }).toEqual({ status: 1, calls: [], content: contentNow, kept: [] });
  });

  test("if the restore itself fails, every node starts with the data that was there", () => {
    const { status, stderr, ...changes } = restore("dump", "psql");
    expect([status, stderr]).toEqual([1, expect.stringContaining("Nothing was restored")]);
    expect(changes).toEqual({ calls: ["stop", ...started], content: contentNow, kept: [] });
  });

  test("if a node doesn't start, the others start, with a pause between two", () => {
    const { status, stderr, calls, content, kept } = restore("dump", "herbal-website-2.service");
    expect([status, calls]).toEqual([1, ["stop", ...started]]);
    expect(stderr).toMatch(/^herbal-website-2.service isn't ready: journalctl -u herbal-website-2.service$/m);
    expect(content).toEqual(["content", "content/then", "public", "public/then"]);
    expect(kept.slice(1)).toEqual([...contentNow, "site.dump"].map((name) => `${kept[0]}/${name}`));
  });
});
