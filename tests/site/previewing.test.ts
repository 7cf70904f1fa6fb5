import { spawnSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPreviews } from "../../app/services/content/embedded-api/previews.ts";
import { formatZonedTime } from "../../app/services/runtime/zoned-time.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

const secret = "a-secret-for-the-tests";
const { folder, content, start, dispose } = createSiteFolder();
let site: RunningSite;

beforeAll(async () => {
  appendFileSync(join(content, "product/dang-gui/item.yaml"), "\ndraft: true\n");
  appendFileSync(join(content, "news/how-to-decoct/item.yaml"), "\nfrom: 2099-01-01T00:00:00Z\n");
  site = await start({ PREVIEW_SECRET: secret, SITE_URL: "https://site.example" });
});
afterAll(async () => {
  await site.stop();
  dispose();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers, redirect: "manual" });

/** Runs `npm run preview-link` in the site's folder. */
function runPreviewLink(args: string[], variables: Record<string, string> = {}) {
  const script = resolve("scripts/preview-link.ts");
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script, ...args],
    { cwd: folder, encoding: "utf8", env: { ...process.env, PREVIEW_SECRET: secret, ...variables } },
  );
  return { stdout, stderr, status };
}

/** Returns the paths of the two links that the command prints. */
function parseLinks(item: string): { cn: string; en: string } {
  const { stdout } = runPreviewLink([item], { SITE_URL: "https://site.example" });
  const [cn, en] = [...stdout.matchAll(/https:\/\/site\.example(\S+)/g)].map(([, path]) => path!);
  return { cn: cn!, en: en! };
}

const createProof = (end: number, key = secret) =>
  createPreviews(key).createProof("product", "dang-gui", new Date(end));

describe("a page with a signed link", () => {
  test.each([
    ["cn", "当归", "预览："],
    ["en", "Dang gui", "Preview: "],
  ] as const)("%s: shows the draft with a note", async (locale, title, note) => {
    const response = await get(parseLinks("product/dang-gui")[locale]);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}`));
    expect(html).toContain(note);
  });

  test("isn't cached or indexed, and sends no referrer to other sites", async () => {
    for (const path of [parseLinks("product/dang-gui").cn, parseLinks("news/how-to-decoct").en]) {
      const response = await get(path);
      const html = await response.text();
      expect(Object.fromEntries(response.headers)).toMatchObject({
        ...{ "cache-control": "private, no-store", "referrer-policy": "strict-origin" },
        "x-robots-tag": expect.stringContaining("noindex"),
      });
      expect(html).not.toMatch(/rel="(canonical|alternate)" h|ld\+json/);
      expect(html).toContain('<meta name="robots" content="noindex');
      // Of all links only the language switch contains the proof, which is valid for both languages.
      const addresses = [...html.matchAll(/(?:href|action|src|content)="([^"]*)"/g)].map(([, address]) => address!);
      const linksWithProof = addresses.filter((address) => /preview=|preview%3D/.test(address));
      expect(linksWithProof.map((address) => address.split("?")[0])).toEqual([
        expect.stringMatching(/^\/language\/(?:cn|en)$/),
      ]);
      const otherResponse = await get(
        (await get(linksWithProof[0]!.replaceAll("&amp;", "&"))).headers.get("Location")!,
      );
      expect([otherResponse.status, otherResponse.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
      expect(html).not.toMatch(/加入询价单|Add to inquiry/);
    }
  });

  test("applies to its loader data too", async () => {
    const path = parseLinks("product/dang-gui").cn.replace("?", ".data?");
    const response = await get(path);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await get("/product/info/dang-gui.data")).status).toBe(404);
  });

  test("doesn't change the public page", async () => {
    const link = parseLinks("product/dang-gui").cn;
    for (const [path, status] of [
      ["/product/info/dang-gui", 404],
      [link, 200],
      ["/product/info/dang-gui", 404],
      ["/product/info/dang-gui?x=1", 404],
      [link, 200],
      ["/product/info/dang-gui", 404],
    ] as const) {
      expect([path, (await get(path)).status]).toEqual([path, status]);
    }
    expect(await (await get("/product/list?page=1")).text()).not.toContain("dang-gui");
  });

  test("doesn't show other items or the item's neighbours", async () => {
    const { search } = new URL(`https://site.example${parseLinks("product/dang-gui").cn}`);
    expect((await get(`/news/info/how-to-decoct${search}`)).status).toBe(404);
    expect((await get(`/product/list${search}`)).headers.get("cache-control")).toMatch(/^public/);
    const proof = new URLSearchParams(search).get("preview")!;
    const callApi = (path: string) => get(path, { "X-Preview": proof });
    expect((await callApi("/api/product/info?id=dang-gui")).status).toBe(200);
    expect((await callApi("/api/news/info?id=how-to-decoct")).status).toBe(404);
    expect(await (await callApi("/api/product/list?pageSize=100")).text()).not.toContain('"dang-gui"');
  });

  test("of a public item has a note too, and is separate from its page", async () => {
    const response = await get(parseLinks("product/huang-qi").en);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    const open = await get("/en/product/info/huang-qi");
    expect(open.headers.get("cache-control")).toMatch(/^public/);
    expect(await open.text()).not.toContain("Preview: ");
  });
});

describe("an invalid link", () => {
  const hourMs = 60 * 60 * 1000;
  test.each([
    ["over", createProof(Date.now() - 1000)],
    ["under another key", createProof(Date.now() + hourMs, "another-secret-for-it")],
    ["with its end moved", createProof(Date.now() + hourMs).replace(/^\d+/, (end) => String(Number(end) + 9999))],
    ["cut short", createProof(Date.now() + hourMs).slice(0, -1)],
    ["empty", ""],
    ["anything", "1"],
  ])("%s: shows the public page, which is a 404 for a draft", async (_what, proof) => {
    const draft = await get(`/en/product/info/dang-gui?preview=${proof}`);
    expect(draft.status).toBe(404);
    expect(await draft.text()).toContain("Page Not Found: /en/product/info/dang-gui");
    const open = await get(`/product/info/huang-qi?preview=${proof}`);
    expect(open.headers.get("cache-control")).toMatch(/^public/);
    expect(await open.text()).not.toContain("预览：");
  });
});

describe("where previews are disabled", () => {
  test("without a secret a link shows the public page, and the command names the missing variable", async () => {
    const path = parseLinks("product/dang-gui").cn;
    const siteWithoutSecret = await start();
    expect((await fetch(siteWithoutSecret.origin + path)).status).toBe(404);
    await siteWithoutSecret.stop();
    const { status, stderr } = runPreviewLink(["product/dang-gui"], { PREVIEW_SECRET: "" });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Preview links are off\. Set PREVIEW_SECRET to /)]);
  });

  test("with the owner's system there are no previews", () => {
    const { status, stderr } = runPreviewLink(["product/dang-gui"], { API_BASE_URL: "https://cms.example" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("your own system has its own")]);
  });

  test("with the owner's system the proof isn't sent to it", async () => {
    const path: (string | undefined)[] = [];
    const { createServer } = await import("node:http");
    const backend = createServer((request, response) => {
      path.push(request.headers["x-preview"] as string | undefined);
      response.setHeader("Content-Type", "application/json").end('{"code":404,"message":"none","data":null}');
    });
    await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
    const { port } = backend.address() as { port: number };
    const otherSite = await startSite({ API_BASE_URL: `http://127.0.0.1:${port}`, PREVIEW_SECRET: secret });
    expect((await fetch(otherSite.origin + parseLinks("product/dang-gui").cn)).status).toBe(404);
    await otherSite.stop();
    backend.close();
    expect(path.length).toBeGreaterThan(0);
    expect(path.filter(Boolean)).toEqual([]);
  });
});

describe("npm run preview-link", () => {
  test("prints a link for each language, and the expiry time", () => {
    const startTime = Date.now();
    const { stdout, status } = runPreviewLink(["product/dang-gui", "--days", "2"], {
      SITE_URL: "https://site.example",
    });
    const proof = String.raw`\?preview=\d{10}\.[\da-f]{64}`;
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^中文\thttps://site\\.example/product/info/dang-gui${proof}\n`));
    expect(stdout).toMatch(new RegExp(`\nEnglish\thttps://site\\.example/en/product/info/dang-gui${proof}\n`));
    const end = Number(/preview=(\d+)/.exec(stdout)![1]) * 1000;
    const twoDaysMs = 2 * 24 * 60 * 60 * 1000;
    expect(end).toBeGreaterThanOrEqual(Math.floor(startTime / 1000) * 1000 + twoDaysMs);
    expect(end).toBeLessThanOrEqual(Date.now() + twoDaysMs + 1000);
    expect(stdout).toContain(`They work until ${formatZonedTime(new Date(end), "Asia/Shanghai")}.`);
  });

  test.each([
    [[], /^Which item\?/],
    [["product"], /isn't an item/],
    [["products/dang-gui"], /isn't an item: write news, /],
    [["/product/list"], /isn't an item/],
    [["https://site.example/"], /isn't an item/],
    [["/xx/product/info/dang-gui"], /isn't an item/],
    [["/product/info/unicorn"], /^There is no content\/product\/unicorn/],
    [["product/unicorn"], /^There is no content\/product\/unicorn/],
    [["batch/XX-1"], /^There is no content\/batch\/XX-1\.yaml/],
    [["product/dang-gui", "--days", "0"], /number from 1 to 90/],
    [["product/dang-gui", "--day", "3"], /--day/],
  ])("%j: prints an error message", (args, sentence) => {
    const { status, stderr } = runPreviewLink(args);
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  });

  test("accepts the folder name of the content too", () => {
    expect(runPreviewLink(["content/product/dang-gui/"]).status).toBe(0);
  });

  test.each([
    "/product/info/dang-gui",
    "/en/product/info/dang-gui/",
    "https://site.example/product/info/dang-gui",
    "https://site.example/en/product/info/dang-gui?preview=1.old#top",
  ])("accepts the URL of the page: %s", (address) => {
    const { stdout, stderr } = runPreviewLink([address], { SITE_URL: "https://site.example" });
    expect(stdout.match(/https:\/\/site\.example(?:\/en)?\/product\/info\/dang-gui\?/g)).toHaveLength(2);
    expect(stderr).toBe("");
  });

  test("without SITE_URL the links use the origin of the given URL, or localhost with a remark", () => {
    const output = runPreviewLink(["http://other.example:8080/product/info/dang-gui"], { SITE_URL: "" });
    expect([output.stdout.match(/http:\/\/other\.example:8080\//g)?.length, output.stderr]).toEqual([2, ""]);
    const { stdout, stderr } = runPreviewLink(["product/dang-gui"], { SITE_URL: "", PORT: "3001" });
    expect(stdout).toContain("http://localhost:3001/en/product/info/dang-gui?");
    expect(stderr).toBe("Without SITE_URL the links lead to this machine: http://localhost:3001\n");
  });

  test("works with the built site only", () => {
    rmSync(content, { recursive: true });
    expect(runPreviewLink(["product/dang-gui"]).status).toBe(0);
  });
});
