import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { Transport } from "#app/services/api/client.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

const secret = "5f0d7c2b9a1e4836";
const backend = await setUpBackend();
const site = setUpSite(() => ({ API_BASE_URL: backend.origin, PREVIEW_SECRET: secret }));
const path = "/product/info/huang-qi";
const dayMs = 24 * 60 * 60 * 1000;

function createToken(lifetimeMs: number, key = secret): string {
  const text = `${Math.floor((Date.now() + lifetimeMs) / 1000)}.draft-7`;
  return `${text}.${createHmac("sha256", key).update(text).digest("hex")}`;
}

const getDraft: Transport = ({ headers }) => {
  const title = headers.get("X-Preview")?.includes(".draft-7.") ? "只给同事看的黄芪" : "黄芪";
  return Promise.resolve(Response.json({ code: 0, message: "ok", data: { id: "huang-qi", title } }));
};

test("a link signed by the backend opens an uncached preview of the backend's drafts, and links on its pages stay in it", async () => {
  backend.responders.set("/api/product/info", getDraft);
  const isDraft = async (address: string) => (await (await site.get(address)).text()).includes("只给同事看的");
  // Fills the page cache with the published page.
  expect([await isDraft(path), await isDraft(path)]).toEqual([false, false]);

  const token = createToken(6 * dayMs);
  const response = await site.get(`${path}?preview=${token}`);
  const base = `/desk/shared/${token}`;
  expect([response.status, response.headers.get("Location")]).toEqual([303, base + path]);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  for (const address of [base + path, `${base}/en${path}`]) {
    const page = await site.get(address);
    const html = await page.text();
    expect([page.status, html.includes("只给同事看的黄芪"), html.includes('<p role="note"')]).toEqual([
      200,
      true,
      true,
    ]);
    const links = [...html.matchAll(/<(?:a|form) [^>]*(?:href|action)="(\/[^"]*)"/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !link.startsWith(`${base}/`))).toEqual([]);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
  }
  // The redirect keeps the query, and the encoding of the path.
  const listed = await site.get(`/product/list/%E4%B8%AD?page=2&preview=${token}`);
  expect(listed.headers.get("Location")).toBe(`${base}/product/list/%E4%B8%AD?page=2`);
  // Each page of a preview makes its own calls. Public pages get neither the preview's header nor its responses.
  const previewCalls = () => backend.requests.filter(({ headers }) => headers.get("X-Preview") === token).length;
  const callCount = previewCalls();
  await site.get(base + path);
  expect(previewCalls()).toBeGreaterThan(callCount);
  expect(await isDraft(path)).toBe(false);
  expect(await isDraft(`${path}?keyword=x`)).toBe(false);
});

test("a preview link can't open the desk or another preview", async () => {
  backend.responders.set("/api/product/info", getDraft);
  const base = `/desk/shared/${createToken(dayMs)}`;
  const callCount = backend.requests.length;
  for (const address of [base.repeat(2) + path, base.repeat(40) + path, `${base}/desk`])
    expect((await site.get(address)).status).toBe(404);
  expect(backend.requests).toHaveLength(callCount);
});

test("links that have expired, are valid for too long, or are signed with another secret open no preview", async () => {
  backend.responders.set("/api/product/info", getDraft);
  for (const token of [createToken(-1000), createToken(8 * dayMs), createToken(dayMs, "another secret 1")]) {
    const target = (await site.get(`${path}?preview=${token}`)).headers.get("Location")!;
    const page = await site.get(target);
    const html = await page.text();
    expect([page.status, html.includes("已经到期或被收回"), html.includes("只给同事看的")]).toEqual([404, true, false]);
  }
});
