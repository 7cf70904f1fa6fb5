import { appendFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSignatureHeaders } from "../../app/services/runtime/signature.ts";
import { openPostgresql } from "../../app/services/submissions/database/postgresql.ts";
import { createRepository } from "../../app/services/submissions/repository.ts";
import { copyForBuilds, markFooter } from "../setup/built-site.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { requestPlain } from "../setup/plain-http.ts";
import type { Cluster, ClusterNode } from "./cluster.ts";
import { startVisitors, type Figures } from "./visitors.ts";

type Result = Figures & { seconds: number; note: string };

export type FailureTestResult = {
  phases: Result[];
  forms: { received: number; stored: number; lost: number; twice: number };
  /** Failed conditions, such as a form that was lost. */
  problems: string[];
};

/** Milliseconds for which a node or a server is stopped. */
const downtimeMs = 6000;

/** Milliseconds after which Varnish uses a node again. It checks a node every two seconds, and needs two good responses. */
const detectionMs = 6000;

/** A page of the tests' content, the file of its text, and a tag that only this page and its lists have. */
const page = { path: "/product/info/gan-cao", text: "product/gan-cao/index.cn.md", tag: "product:gan-cao" };
const otherPage = "/about-us";

/**
 * Publishes, purges, kills a node, stops PostgreSQL, and deploys another build, while visitors read pages and send forms.
 * @param newBuild a folder with another build
 */
export async function testFailures(cluster: Cluster, newBuild: string): Promise<FailureTestResult> {
  const { varnish, nodes, postgres } = cluster;
  const [one, other] = nodes;
  const phases: Result[] = [];
  const problems: string[] = [];
  const visitors = startVisitors(varnish, await requestAllPages(cluster));

  /** Runs a step while visitors use the site. @param step returns what it measured */
  async function run(phase: string, step: () => Promise<string>): Promise<void> {
    const figures = visitors.beginPhase(phase);
    const start = performance.now();
    const note = await step();
    // In this time visitors request the purged pages again.
    await sleep(1500);
    phases.push({ ...figures, seconds: (performance.now() - start) / 1000, note });
    if (figures.failed.length > 0)
      problems.push(`${phase}: ${figures.failed.length} pages failed: ${figures.failed[0]}`);
  }

  await run("nothing", async () => {
    await sleep(downtimeMs);
    return "";
  });

  await run("publish", async () => {
    const mark = `第 ${Date.now()} 版`;
    appendFileSync(join(one.content, page.text), `\n${mark}\n`);
    const start = performance.now();
    await one.publish();
    const published = performance.now();
    await waitUntil(async () => (await get(page.path)).body.includes(mark));
    const visible = performance.now();
    await waitUntil(() => areAllPurged(cluster));
    return `visible ${formatSeconds(visible - start)} after the command began, ${formatSeconds(visible - published)} after it ended`;
  });

  await run("purge", async () => {
    const [before, otherBefore] = [await readCopyId(page.path), await readCopyId(otherPage)];
    const body = JSON.stringify({ tags: [page.tag] });
    const start = performance.now();
    const headers = createSignatureHeaders(body, cluster.purgeSecret);
    const { status } = await fetch(`${other.origin}/hooks/purge`, { method: "POST", body, headers });
    if (status !== 204) problems.push(`the purge was answered with ${status}`);
    await waitUntil(async () => (await readCopyId(page.path)) !== before);
    const milliseconds = performance.now() - start;
    if ((await readCopyId(otherPage)) !== otherBefore) problems.push("a purge removed a page without its tag");
    return `new after ${formatSeconds(milliseconds)}`;
  });

  await run("kill a node", async () => {
    await one.site.stop("SIGKILL");
    await sleep(downtimeMs);
    return `ready ${await restart(one)} after its start`;
  });

  await run("stop PostgreSQL", async () => {
    const received = visitors.countReceived();
    await postgres.stop();
    await sleep(downtimeMs);
    if (visitors.countReceived() > received + 2) problems.push("forms were received without PostgreSQL");
    await postgres.start();
    const start = performance.now();
    await waitUntil(async () => (await Promise.all(nodes.map((node) => node.isReady()))).every(Boolean));
    return `both nodes ready ${formatSeconds(performance.now() - start)} after it was back`;
  });

  await run("roll a build", async () => {
    const times: string[] = [];
    const before = await readBuildId(one);
    const folder = cluster.addBuild(newBuild);
    for (const node of nodes) {
      const code = await node.site.stop();
      if (code !== 0) problems.push(`${node.name} ended with ${code}`);
      times.push(await restart(node, folder));
      await sleep(detectionMs);
      if ((await readBuildId(node)) === before) problems.push(`${node.name} has the same build`);
    }
    return `ready after ${times.join(" and ")}`;
  });

  const references = await visitors.stop();
  const forms = await compareForms(references, postgres.url);
  if (forms.lost > 0) problems.push(`${forms.lost} forms were lost`);
  if (forms.twice > 0) problems.push(`${forms.twice} forms were stored twice`);
  return { phases, forms, problems };

  function get(path: string) {
    return requestPlain(varnish, path);
  }

  /** Identifies Varnish's copy of a page by the request id that it was rendered for. */
  async function readCopyId(path: string) {
    return (await get(path)).headers["x-request-id"];
  }
}

/** Starts a node and waits until it is ready. @returns how long that took */
async function restart(node: ClusterNode, folder?: string): Promise<string> {
  const start = performance.now();
  await node.start(folder);
  await waitUntil(node.isReady);
  return formatSeconds(performance.now() - start);
}

/** Whether both nodes show the same release and no purge is waiting. */
async function areAllPurged({ nodes }: Cluster): Promise<boolean> {
  const metrics = await Promise.all(nodes.map(async ({ origin }) => (await fetch(`${origin}/metrics`)).text()));
  const releases = new Set(metrics.map((text) => /^release_info\{.*\} 1$/m.exec(text)?.[0]));
  return releases.size === 1 && metrics.every((text) => /^cdn_purge_oldest_age_seconds 0$/m.test(text));
}

async function readBuildId({ origin }: ClusterNode): Promise<string> {
  const response = await fetch(`${origin}/builds/latest.json`);
  return ((await response.json()) as { id: string }).id;
}

/** Requests every page of the sitemap, and a photo. @returns their paths */
async function requestAllPages(cluster: Cluster): Promise<string[]> {
  const { varnish } = cluster;
  const get = async (path: string) => (await requestPlain(varnish, path)).body.toString();
  const files = findPaths(await get("/sitemap.xml"));
  const lists = await Promise.all(files.map(get));
  const paths = [...new Set([...lists.flatMap(findPaths), await findPhoto(cluster)])];
  for (const path of paths) {
    const { status } = await requestPlain(varnish, path);
    if (status !== 200) throw new Error(`${path} was answered with ${status} before the test`);
  }
  return paths;
}

/** Returns the paths of a sitemap. */
function findPaths(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => {
    const { pathname, search } = new URL(address!.replaceAll("&amp;", "&"));
    return pathname + search;
  });
}

async function findPhoto({ varnish }: Cluster): Promise<string> {
  const { body } = await requestPlain(varnish, "/product/info/dan-shen");
  return /\ssrc="(\/media\/photos\/[^"?]*)/.exec(body.toString())![1]!;
}

/** Compares the reference numbers that visitors got with the stored submissions. */
async function compareForms(references: readonly string[], url: string): Promise<FailureTestResult["forms"]> {
  const database = openPostgresql(url, 10_000);
  const stored = (await createRepository(database).list()).map(({ reference }) => reference);
  await database.destroy();
  const storedOnce = new Set(stored);
  const lost = references.filter((reference) => !storedOnce.has(reference)).length;
  return { received: references.length, stored: stored.length, lost, twice: stored.length - new Set(references).size };
}

/** Makes another build of the site: the code with a change in every page, beside the files of the current build. */
export function createOtherBuild(): string {
  const folder = copyForBuilds();
  markFooter(folder, "B");
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "server/build.ts"], { cwd: folder });
  return folder;
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
