import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { hashPartIn } from "#tests/setup/content/compare-folders.ts";
import { getMissingPostgresReason, startPostgres, type RunningPostgres } from "#tests/setup/database/postgres.ts";
import { logInToDesk } from "#tests/setup/desk/desk-login.ts";
import { postAtDesk } from "#tests/setup/desk/fetch-at-desk.ts";
import { publishIn } from "#tests/setup/programs/run-script.ts";
import { describeUnless } from "#tests/setup/run/skipped.ts";
import type { RunningSite } from "#tests/setup/site/running-site.ts";
import { createSiteFolder } from "#tests/setup/site/site-folder.ts";

const reason = getMissingPostgresReason();
const page = "/product/info/gan-cao";
const getBody = async (site: RunningSite, path = page) => (await fetch(site.origin + path)).text();

describeUnless(reason)("two nodes on one PostgreSQL", () => {
  // Each node has a folder of its own, as on a machine of its own.
  const [firstNode, secondNode, thirdNode] = [createSiteFolder(), createSiteFolder(), createSiteFolder()];
  const text = join(firstNode.content, "product/gan-cao/index.cn.md");
  const runningSites: RunningSite[] = [];
  let postgres: RunningPostgres;
  const account = "zhou@qigu.example";
  const createVariables = ({ folder }: typeof firstNode) => ({
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: postgres.url,
    LOG_LEVEL: "info",
    DESK_ACCOUNTS: folder === firstNode.folder ? account : "",
  });
  const start = async (node: typeof firstNode) => {
    const site = await node.start(createVariables(node));
    runningSites.push(site);
    return site;
  };
  const publish = (...args: string[]) => publishIn(firstNode.folder, createVariables(firstNode), ...args);
  let sites: RunningSite[];
  let Cookie: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    // Both start at the same time with the same content. One publishes, and the other has nothing to publish.
    sites = await Promise.all([start(firstNode), start(secondNode)]);
  });
  afterAll(async () => {
    await Promise.all(runningSites.map((site) => site.stop()));
    await postgres.remove();
    for (const node of [firstNode, secondNode, thirdNode]) node.dispose();
  });

  test("the nodes have published the same content once", () => {
    const folders = [firstNode, secondNode].map(({ folder }) => openReleaseFolder(join(folder, "data")));
    expect(folders[0]!.readCurrentId()).toBe(folders[1]!.readCurrentId());
  });

  test("a publish and an undo on one node appear on both", async () => {
    appendFileSync(text, "\n新的一段。\n");
    const { status, stdout } = publish();
    expect([status, stdout]).toEqual([0, expect.stringContaining("1 changed.")]);
    for (const site of sites) await expect.poll(() => getBody(site)).toContain("新的一段");
    expect(publish("--undo").status).toBe(0);
    for (const site of sites) await expect.poll(() => getBody(site)).not.toContain("新的一段");
    expect(publish().status).toBe(0);
    for (const site of sites) await expect.poll(() => getBody(site)).toContain("新的一段");
  });

  test("publishing at the first node's desk appears on both, and the second node has no desk", async () => {
    const [first, second] = sites as [RunningSite, RunningSite];
    Cookie = await logInToDesk(first, account);
    appendFileSync(text, "\n工作台发布的一段。\n");
    const response = await postAtDesk(first, { intent: "publish" }, { Cookie }, "/desk/publish");
    expect(response.headers.get("Location")).toMatch(/^\/desk\/releases\/[\w-]+\?notice=published$/);
    for (const site of sites) await expect.poll(() => getBody(site)).toContain("工作台发布的一段");
    expect((await fetch(`${second.origin}/desk`, { headers: { Cookie } })).status).toBe(404);
  });

  test("a part or a recall that one desk publishes alone appears on both nodes", async () => {
    const [first] = sites as [RunningSite, RunningSite];
    const product = join(firstNode.content, "product/huang-qi/index.cn.md");
    const valid = readFileSync(product, "utf8");
    writeFileSync(product, valid.replace(/^title: .*\n/m, ""));
    appendFileSync(text, "\n单独发布的一段。\n");
    const shown = `${hashPartIn(firstNode.content, "product/gan-cao")} product/gan-cao`;
    const chosen = { intent: "publish", shown, part: "product/gan-cao" };
    const response = await postAtDesk(first, chosen, { Cookie }, "/desk/publish");
    expect(response.headers.get("Location")).toMatch(/^\/desk\/releases\/[\w-]+\?notice=published$/);
    for (const site of sites) await expect.poll(() => getBody(site)).toContain("单独发布的一段");

    const texts = {
      "reason.cn": "水分偏高",
      "reason.en": "Too moist",
      "advice.cn": "停用",
      "advice.en": "Stop using it",
    };
    await postAtDesk(first, { date: "2026-02-20", level: "2", ...texts }, { Cookie }, "/desk/batches/HQ-2601/recall");
    const readBatch = ({ folder }: typeof firstNode) =>
      readFileSync(join(openReleaseFolder(join(folder, "data")).getPublishedContent()!, "batch/HQ-2601.yaml"), "utf8");
    for (const node of [firstNode, secondNode]) await expect.poll(() => readBatch(node)).toContain("Too moist");
    writeFileSync(product, valid);
    expect(publish().stdout).toBe("Nothing has changed since the current release.\n");
  });

  test("a node that can't fetch a release is named to those who publish, with the reason, until it has it", async () => {
    const drafts = join(secondNode.folder, "data/releases");
    renameSync(drafts, `${drafts}.away`);
    writeFileSync(drafts, "no folder");
    appendFileSync(text, "\n只有第一台有的一段。\n");
    const { status, stderr } = publish();
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^Not served by \S+ \S+: the current release can't be/),
    ]);
    const current = `/desk/releases/${openReleaseFolder(join(firstNode.folder, "data")).readCurrentId()!}`;
    const read = async () => (await fetch(sites[0]!.origin + current, { headers: { Cookie } })).text();
    expect(await read()).toMatch(/这些服务器上的访客还看不到.*the current release can&#x27;t be fetched/s);
    rmSync(drafts);
    renameSync(`${drafts}.away`, drafts);
    await expect.poll(read, { timeout: 20_000 }).not.toContain("这些服务器上的访客还看不到");
  });

  test("a node that starts later with a draft in its folder serves the current release, as do the others", async () => {
    appendFileSync(join(thirdNode.content, "product/gan-cao/index.cn.md"), "\n草稿的一段。\n");
    const site = await start(thirdNode);
    for (const node of runningSites) expect(await getBody(node)).toMatch(/新的一段(?!.*草稿的一段)/s);
    expect((await fetch(`${site.origin}/plates/gan-cao.svg`)).status).toBe(200);
  });

  test("a node with new code compiles the content of the current release, and no draft", async () => {
    const site = runningSites.pop()!;
    await site.stop();
    rmSync(join(thirdNode.folder, "data", "releases"), { recursive: true });
    const database = await openDatabase({ DATABASE_URL: postgres.url, DATA_DIR: thirdNode.folder });
    const otherCode = `"compiler":"${"0".repeat(64)}"`;
    await sql`UPDATE release SET description = regexp_replace(description, '"compiler":"[0-9a-f]+"', ${otherCode})`.execute(
      database,
    );
    await database.destroy();
    await start(thirdNode);
    for (const node of runningSites) await expect.poll(() => getBody(node)).toMatch(/新的一段(?!.*草稿的一段)/s);
    const readId = ({ folder }: typeof firstNode) => openReleaseFolder(join(folder, "data")).readCurrentId();
    await expect.poll(() => readId(firstNode)).toBe(readId(thirdNode));
  });

  test("without PostgreSQL the nodes show their current release, and they update when PostgreSQL is back", async () => {
    await postgres.stop();
    appendFileSync(text, "\n另一段。\n");
    const { status, stderr } = publish();
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL: PostgreSQL at \S+ can't be used: .*\n$/),
    ]);
    for (const site of sites) expect(await getBody(site)).toContain("新的一段");
    await postgres.start();
    expect(publish().status).toBe(0);
    for (const site of runningSites) await expect.poll(() => getBody(site)).toContain("另一段");
  });

  test("the releases of a lost data folder are fetched again", async () => {
    await sites[1]!.stop();
    rmSync(join(secondNode.folder, "data"), { recursive: true });
    const site = await start(secondNode);
    expect(await getBody(site)).toContain("另一段");
  });
});
