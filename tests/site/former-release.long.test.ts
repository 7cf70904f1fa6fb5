import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { openPostgresql } from "#app/services/submissions/database/postgresql.ts";
import { openSqlite } from "#app/services/submissions/database/sqlite.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import formerRelease from "#tests/fixtures/former-release.json" with { type: "json" };
import { createFreshDatabase, databaseEngines, type FreshDatabase } from "#tests/setup/database/databases.ts";
import { publishIn, runScript } from "#tests/setup/programs/run-script.ts";
import { describeUnless } from "#tests/setup/run/skipped.ts";
import { createFields, createVisitorHeaders, getReference, post } from "#tests/setup/site/guestbook-form.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";

const { commit } = formerRelease;

/** Returns why the previous release's code isn't available; `undefined` if it is. */
function getMissingFormerReason(): string | undefined {
  const { status } = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`]);
  return status === 0 ? undefined : `the history of this clone has no ${commit.slice(0, 8)}`;
}

/** Creates a folder with a build of the previous release's code. */
function buildFormerRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), "former-"));
  const code = execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: code });
  const readLock = (root: string) => readFileSync(join(root, "package-lock.json"), "utf8");
  if (readLock(folder) === readLock(".")) symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci"], { cwd: folder });
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "server/build.ts"], { cwd: folder });
  return folder;
}

describeUnless(getMissingFormerReason())("the previous release", () => {
  let folder: string;
  beforeAll(() => void (folder = buildFormerRelease()));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the fixture lists all `site-admin` commands of the previous release", () => {
    const siteAdmin = execFileSync("git", ["show", `${commit}:deploy/site-admin`], { encoding: "utf8" });
    const commands = /^ {2}(inbox .*)\)$/m.exec(siteAdmin)![1]!.split(" | ");
    const scripts = [...siteAdmin.matchAll(/run_script "\$release" ([a-z-]+)/g)].map(([, name]) => name);
    expect(formerRelease.scripts).toEqual([...scripts, ...commands]);
  });

  describe.each(databaseEngines)("on %s", (storage) => {
    let fresh: FreshDatabase;
    let variables: Record<string, string>;
    let references: string[];
    beforeEach(async () => {
      fresh = await createFreshDatabase(storage);
      const CONTENT_DIR = join(fresh.variables.DATA_DIR, "content");
      cpSync(join(folder, "tests/fixtures/content"), CONTENT_DIR, { recursive: true });
      // `fresh.open` opens the SQLite file in this folder, so the sites must use the same one.
      const DATA_DIR = join(fresh.variables.DATA_DIR, "deep");
      variables = { ...fresh.variables, DATA_DIR, CONTENT_DIR, TRUST_PROXY: "127.0.0.1" };
      references = [];
    });
    afterEach(() => fresh.remove());

    const startFormer = (ownVariables: Record<string, string> = {}) =>
      startSite({ ...variables, ...ownVariables }, folder);
    const startCurrent = (ownVariables: Record<string, string> = {}) => startSite({ ...variables, ...ownVariables });

    async function send(site: RunningSite, count: number): Promise<void> {
      for (let n = 0; n < count; n++) {
        const reference = getReference(await post(site, createFields(), createVisitorHeaders()));
        references.push(reference ?? "not stored");
      }
      const { reasons } = (await (await fetch(`${site.origin}/readyz`)).json()) as { reasons: string[] };
      expect(reasons).toEqual([]);
    }

    const readPage = async (site: RunningSite) => (await fetch(`${site.origin}/product/info/gan-cao`)).text();

    function expectAllFoundByFormer(): void {
      const { stdout, stderr } = runScript("scripts/inbox.ts", variables, { args: ["list", "--json"], cwd: folder });
      expect(stderr).not.toContain("Error");
      const found = (JSON.parse(stdout) as { reference: string }[]).map(({ reference }) => reference);
      expect(found.sort()).toEqual(references.toSorted());
    }

    async function expectAllFound(): Promise<void> {
      const repository = createRepository(await fresh.open());
      const found = (await repository.list()).map(({ reference }) => reference);
      expect(found.sort()).toEqual(references.toSorted());
      for (const reference of [references[0]!, references.at(-1)!])
        expect((await repository.readPage({ text: reference }, 1)).count).toBe(1);
      await fresh.close();
    }

    async function readFormerTables(): Promise<Record<string, string>> {
      const { DATABASE_URL, DATA_DIR } = variables;
      await using database = DATABASE_URL
        ? openPostgresql(DATABASE_URL, 10_000)
        : openSqlite(join(DATA_DIR!, "site.sqlite"));
      const tables = await database.introspection.getTables();
      return Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((one) => one.name).join(" ")]));
    }

    test("after an update, a downgrade and another update the site starts, and every submission is found", async () => {
      const formerSite = await startFormer();
      await send(formerSite, 1);
      await formerSite.stop();
      expect(await readFormerTables()).toEqual(formerRelease.tables);

      const updatedSite = await startCurrent();
      await send(updatedSite, 20);
      appendFileSync(join(variables["CONTENT_DIR"]!, "product/gan-cao/index.cn.md"), "\n更新以后发布的一段。\n");
      expect(publishIn(inject("siteFolder"), variables)).toMatchObject({ status: 0 });
      await expect.poll(() => readPage(updatedSite)).toContain("更新以后发布的一段");
      await updatedSite.stop();

      const formerSiteAgain = await startFormer();
      await send(formerSiteAgain, 10);
      expect(await readPage(formerSiteAgain)).toContain("更新以后发布的一段");
      await formerSiteAgain.stop();
      expectAllFoundByFormer();

      const updatedSiteAgain = await startCurrent();
      await send(updatedSiteAgain, 1);
      expect(await readPage(updatedSiteAgain)).toContain("更新以后发布的一段");
      await updatedSiteAgain.stop();
      await expectAllFound();
    });

    if (storage === "SQLite") return;

    test("nodes of both releases run side by side, and a downgrade works", async () => {
      const DATA_DIR = join(fresh.variables.DATA_DIR, "other");
      let former = await startFormer();
      const updatedSite = await startCurrent({ DATA_DIR });
      for (const site of [former, updatedSite]) await send(site, 2);
      await former.stop();
      former = await startFormer();
      for (const site of [former, updatedSite]) await send(site, 2);
      expect(await readPage(former)).toContain("甘草");
      expect(await readPage(updatedSite)).toContain("甘草");
      await Promise.all([former.stop(), updatedSite.stop()]);
      expectAllFoundByFormer();
      await expectAllFound();
    });
  });
});
