import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ContentKind } from "../../app/services/api/contract/kinds.ts";
import { createPreviews } from "../../app/services/content/embedded-api/previews.ts";
import { getContentPath } from "../../app/i18n/site-map.ts";
import { createRouteCaller } from "../setup/route-caller.ts";
import { addFields } from "../setup/content-fields.ts";
import { renderRoute } from "../setup/render-route.tsx";
import { setUpBackend, setUpSite } from "../setup/site.ts";
import * as info from "../../app/routes/info/route.tsx";

const secret = "a-secret-for-the-tests";
const SITE_URL = "https://site.example";
const hourMs = 60 * 60 * 1000;

// The drafts of a product, a batch and a plain page, and news that isn't public yet.
const site = setUpSite({ PREVIEW_SECRET: secret, SITE_URL }, (content) => {
  for (const item of ["product/dang-gui", "page/privacy"]) addFields(join(content, item, "index.cn.md"), "draft: true");
  appendFileSync(join(content, "batch/HQ-2601.yaml"), "\ndraft: true\n");
  addFields(join(content, "news/how-to-decoct/index.cn.md"), "from: 2099-01-01T00:00:00Z");
});
const { get } = site;

/** Returns the path of a preview. */
function createLink(kind: ContentKind, id: string, prefix = ""): string {
  const proof = createPreviews(secret).createProof(kind, id, new Date(Date.now() + hourMs));
  return `${prefix}${getContentPath(kind, id)}?preview=${proof}`;
}

/** Runs `npm run preview-link` with the tests' content, or where there is only the built site. */
function runPreviewLink(args: string[], variables: Record<string, string> = {}, cwd = resolve("tests/fixtures")) {
  const flags = ["--disable-warning=ExperimentalWarning", resolve("scripts/preview-link.ts")];
  const env = { ...process.env, PREVIEW_SECRET: secret, ...variables };
  return spawnSync(process.execPath, [...flags, ...args], { cwd, encoding: "utf8", env });
}

describe("a page with a signed link", () => {
  test.each([
    ["", "当归", "预览："],
    ["/en", "Dang gui", "Preview: "],
  ])("%s/product/info/dang-gui: shows the draft with a note", async (prefix, title, note) => {
    const response = await get(createLink("product", "dang-gui", prefix));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}`));
    expect(html).toContain(note);
  });

  test("isn't cached or indexed, and sends no referrer to other sites", async () => {
    for (const path of [createLink("product", "dang-gui"), createLink("news", "how-to-decoct", "/en")]) {
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
    const path = createLink("product", "dang-gui").replace("?", ".data?");
    const response = await get(path);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await get("/product/info/dang-gui.data")).status).toBe(404);
  });

  test("doesn't change the public page", async () => {
    const link = createLink("product", "dang-gui");
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
    const { search } = new URL(`https://site.example${createLink("product", "dang-gui")}`);
    expect((await get(`/news/info/how-to-decoct${search}`)).status).toBe(404);
    expect((await get(`/product/list${search}`)).headers.get("cache-control")).toMatch(/^public/);
    const proof = new URLSearchParams(search).get("preview")!;
    const callApi = (path: string) => get(path, { "X-Preview": proof });
    expect((await callApi("/api/product/info?id=dang-gui")).status).toBe(200);
    expect((await callApi("/api/news/info?id=how-to-decoct")).status).toBe(404);
    expect(await (await callApi("/api/product/list?pageSize=100")).text()).not.toContain('"dang-gui"');
  });

  test("of a public item has a note too, and is separate from its page", async () => {
    const response = await get(createLink("product", "huang-qi", "/en"));
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    const open = await get("/en/product/info/huang-qi");
    expect(open.headers.get("cache-control")).toMatch(/^public/);
    expect(await open.text()).not.toContain("Preview: ");
  });
});

test.each([
  ["expired", createPreviews(secret).createProof("product", "dang-gui", new Date(Date.now() - 1000))],
  ["empty", ""],
])("an %s link shows the public page, which is a 404 for a draft", async (_what, proof) => {
  const draft = await get(`/en/product/info/dang-gui?preview=${proof}`);
  expect(draft.status).toBe(404);
  expect(await draft.text()).toContain("Page Not Found: /en/product/info/dang-gui");
  const open = await get(`/product/info/huang-qi?preview=${proof}`);
  expect(open.headers.get("cache-control")).toMatch(/^public/);
  expect(await open.text()).not.toContain("预览：");
});

test("drafts of batches and plain pages are only shown by their links, and nothing links to them", async () => {
  for (const path of ["/", "/contact-us", "/quotation", "/login", "/en/contact-us", "/search?q=隐私"])
    expect(await site.getText(path), path).not.toContain("page/privacy");
  for (const [kind, id] of [
    ["batch", "HQ-2601"],
    ["page", "privacy"],
  ] as const) {
    expect((await get(getContentPath(kind, id))).status).toBe(404);
    const preview = await get(createLink(kind, id));
    expect([preview.status, preview.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  }
});

describe("where previews are disabled", () => {
  const backend = setUpBackend();

  test.each([
    ["without a secret", () => ({})],
    ["with the owner's system", () => ({ API_BASE_URL: backend.origin, PREVIEW_SECRET: secret })],
  ])("%s a link shows the public page, and its proof isn't passed on", async (_where, getVariables) => {
    const caller = await createRouteCaller(getVariables());
    const address = createLink("product", "dang-gui");
    const html = await renderRoute(caller, info, address, { params: { id: "dang-gui" } });
    await caller.dispose();
    expect(html).toMatch(/<h1[^>]*>当归/);
    expect(html).not.toContain("预览：");
    expect(backend.requests.filter(({ headers }) => headers.has("X-Preview"))).toEqual([]);
  });

  test.each([
    [{ PREVIEW_SECRET: "" }, /^Preview links are off\. Set PREVIEW_SECRET to /],
    [{ API_BASE_URL: "https://cms.example" }, /your own system has its own/],
  ])("the command says so: %j", (variables, sentence) => {
    const { status, stderr } = runPreviewLink(["product/dang-gui"], variables);
    expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)]);
  });
});

describe("npm run preview-link", () => {
  const emptyFolder = mkdtempSync(join(tmpdir(), "no-content-"));
  afterAll(() => rmSync(emptyFolder, { recursive: true }));

  test("prints a link for each language, and the expiry time", () => {
    const startTime = Date.now();
    const { stdout, status } = runPreviewLink(["product/dang-gui", "--days", "2"], { SITE_URL });
    const proof = String.raw`\?preview=\d{10}\.[\da-f]{64}`;
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^中文\thttps://site\\.example/product/info/dang-gui${proof}\n`));
    expect(stdout).toMatch(new RegExp(`\nEnglish\thttps://site\\.example/en/product/info/dang-gui${proof}\n`));
    const end = Number(/preview=(\d+)/.exec(stdout)![1]) * 1000;
    const twoDaysMs = 2 * 24 * 60 * 60 * 1000;
    expect(end).toBeGreaterThanOrEqual(Math.floor(startTime / 1000) * 1000 + twoDaysMs);
    expect(end).toBeLessThanOrEqual(Date.now() + twoDaysMs + 1000);
    const [day, time] = new Date(end + 8 * hourMs).toISOString().split("T");
    expect(stdout).toContain(`They work until ${day} ${time!.slice(0, 5)} GMT+08:00.`);
  });

  test.each([
    [[], /^Which item\?/],
    [["products/dang-gui"], /isn't an item: write news, /],
    [["/product/list"], /isn't an item/],
    [["/product/info/unicorn"], /^There is no content\/product\/unicorn/],
    [["batch/XX-1"], /^There is no content\/batch\/XX-1\.yaml/],
    [["product/dang-gui", "--days", "0"], /number from 1 to 90/],
    [["product/dang-gui", "--day", "3"], /--day/],
  ])("%j: prints an error message", (args, sentence) => {
    const { status, stderr } = runPreviewLink(args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)]);
  });

  test.each([
    "content/product/dang-gui/",
    "/product/info/dang-gui",
    "https://site.example/en/product/info/dang-gui?preview=1.old#top",
  ])("accepts the folder of the content and the URL of the page: %s", (address) => {
    const { stdout, stderr } = runPreviewLink([address], { SITE_URL });
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

  test("works where there is no content", () => {
    expect(runPreviewLink(["product/dang-gui"], {}, emptyFolder).status).toBe(0);
  });
});
