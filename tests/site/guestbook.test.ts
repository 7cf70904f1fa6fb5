import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import type { Transport } from "../../app/services/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { startSmtp } from "../mocks/smtp.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { fine, fresh, post, referenceOf, until } from "../setup/guestbook-form.ts";
import { inbox } from "../setup/inbox.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "guestbook-"));
const content = compiledContent();
const door = createEmbeddedApi(content.index);
afterAll(() => {
  content.dispose();
  rmSync(folder, { recursive: true, force: true });
});

describe("by itself", () => {
  const directory = join(folder, "alone");
  let site: RunningSite;
  beforeAll(async () => {
    site = await startSite({ DATA_DIR: directory });
  });
  afterAll(() => site.stop());

  test("a message is in the inbox before the visitor reads that it was received, and a reload sends nothing", async () => {
    const fields = fresh();
    const response = await post(site, fields);
    expect(response.status).toBe(303);
    const [kept] = await inbox(directory);
    expect(kept).toMatchObject({ reference: referenceOf(response), kind: "guestbook", status: "stored" });
    expect(kept!.payload).toEqual({
      ...{ name: fields.name, contact: fields.contact, locale: "cn" },
      content: fields.content.replace("\r\n", "\n"),
    });
    for (let reload = 0; reload < 2; reload++) {
      const page = await fetch(new URL(response.headers.get("Location")!, site.origin));
      expect(page.headers.get("Cache-Control")).toBe("private, no-store");
      expect(await page.text()).toContain(referenceOf(response));
    }
    expect(await inbox(directory)).toHaveLength(1);
  });

  test("the same form sent twice is one message, with a key or without", async () => {
    const fields = fresh();
    const references = await Promise.all(
      [post(site, fields), post(site, fields)].map(async (one) => referenceOf(await one)),
    );
    expect(new Set(references).size).toBe(1);
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const first = await post(site, { ...fresh(), key });
    const changed = await post(site, { ...fresh(), key });
    expect(changed.status).toBe(409);
    expect(await changed.text()).toContain(referenceOf(first));
  });

  test("what is wrong is said at the field and above the form, in the reader's language, and nothing is lost", async () => {
    const response = await post(
      site,
      { ...fine, name: "", contact: "nobody", content: "kept <&>" },
      {},
      "/en/contact-us",
    );
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain("<title>Error: Contact us");
    expect(html).toContain('<a href="#name">Fill in: Name</a>');
    expect(html).toMatch(
      /<input id="contact"[^>]*aria-describedby="contact-hint contact-error"[^>]*aria-invalid="true"/,
    );
    expect(html).toContain("kept &lt;&amp;&gt;</textarea>");
  });

  test.each([
    [{ Origin: "https://evil.example" }, 403],
    [{ "Sec-Fetch-Site": "cross-site" }, 403],
    [{}, 422],
  ])("a form with the headers %j is answered with %i", async (headers, status) => {
    const response = await post(site, { ...fine, name: "" }, headers as Record<string, string>);
    expect(response.status).toBe(status);
    if (status === 403) expect(await response.text()).toContain("表单没有被接受");
  });

  test("its own origin is fine, and more than 64 KB is a 413 page", async () => {
    expect((await post(site, { ...fine, name: "" }, { Origin: site.origin })).status).toBe(422);
    const response = await post(site, { ...fine, content: "a".repeat(70_000) });
    expect([response.status, (await response.text()).includes("413 Content Too Large")]).toEqual([413, true]);
  });

  test("a confirmation needs a reference, and knows nothing else", async () => {
    expect((await fetch(`${site.origin}/contact-us/received`)).status).toBe(404);
    expect((await fetch(`${site.origin}/contact-us/received?reference=%3Cb%3E`)).status).toBe(404);
  });

  test.each([undefined, "6b2f7c1e-53a1-4b0e-9d55-0c1fb4a6e7d2"])(
    "fifty equal posts at once, with the key %s, are one message, and all read its reference",
    async (key) => {
      const fields = { ...fresh(), ...(key && { key }) };
      const before = (await inbox(directory)).length;
      const all = await Promise.all(Array.from({ length: 50 }, () => post(site, fields)));
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([303]));
      expect(new Set(all.map(referenceOf)).size).toBe(1);
      expect(await inbox(directory)).toHaveLength(before + 1);
    },
  );

  test("the eleventh message in ten minutes is asked to wait, with what was typed", async () => {
    let response = await post(site, fresh());
    for (let n = 0; n < 12 && response.status === 303; n++) response = await post(site, fresh());
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await response.text()).toContain("“引号”</textarea>");
  });
});

describe("in front of an owner's backend", () => {
  let says: Transport = door;
  let products: Transport = door;
  const posts: { key: string | null; body: unknown }[] = [];
  const hooks: { headers: Headers; body: string }[] = [];
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  beforeAll(async () => {
    smtp = await startSmtp();
    backend = await startBackend(async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/hook") {
        hooks.push({ headers: request.headers, body: await request.text() });
        return new Response(null, { status: 204 });
      }
      if (pathname === "/api/product/info") return products(request);
      if (pathname !== "/guestbook" && pathname !== "/quotation") return door(request);
      posts.push({ key: request.headers.get("Idempotency-Key"), body: await request.clone().json() });
      return says(request);
    });
  });
  afterAll(async () => {
    await backend.stop();
    await smtp.stop();
  });

  const ok = () => Promise.resolve(Response.json({ code: 0, data: { id: 1 } }));

  async function startInFront(name: string, variables: Record<string, string> = {}) {
    const directory = join(folder, name);
    const site = await startSite({ DATA_DIR: directory, API_BASE_URL: backend.origin, ...variables });
    posts.length = 0;
    return { site, status: async () => (await inbox(directory))[0]?.status, directory };
  }

  test("a message reaches the backend, the mailbox and the webhook, each with the same key", async () => {
    says = ok;
    const secret = "a secret of the webhook";
    const { site, status } = await startInFront("three", {
      ...{ SMTP_URL: smtp.url, MAIL_TO: "owner@qigu.example" },
      ...{ WEBHOOK_URL: `${backend.origin}/hook`, WEBHOOK_SECRET: secret },
    });
    const fields = fresh();
    const reference = referenceOf(await post(site, fields, {}, "/en/contact-us"));
    await until(async () => (await status()) === "delivered");
    expect(posts).toHaveLength(1);
    expect(posts[0]!.body).toMatchObject({ name: fields.name, locale: "en" });
    expect(smtp.letters).toHaveLength(1);
    expect(smtp.letters[0]).toContain(`Subject: guestbook ${reference}`);
    const { headers, body } = hooks[0]!;
    const expected = createHmac("sha256", secret)
      .update(`${headers.get("X-Timestamp")}.${body}`)
      .digest("hex");
    expect(headers.get("X-Signature")).toBe(`sha256=${expected}`);
    expect(headers.get("Idempotency-Key")).toBe(posts[0]!.key);
    expect(JSON.parse(body)).toMatchObject({ event: "submission.created", reference, kind: "guestbook" });
    await site.stop();
  });

  test("an item that can't be looked up stays on the inquiry list, and in the request", async () => {
    says = ok;
    products = () => Promise.resolve(new Response("busy", { status: 503 }));
    const { site, directory } = await startInFront("unknown-titles");
    const fields = { intent: "send", item: "huang-qi", quantity: "3", name: "王", contact: "13812345678" };
    expect((await post(site, fields, {}, "/quotation")).status).toBe(303);
    products = door;
    const [kept] = await inbox(directory);
    expect(kept!.payload["items"]).toEqual([{ id: "huang-qi", title: "huang-qi", quantity: 3 }]);
    await site.stop();
  });

  test("what the backend refuses with a message is shown on the form, kept and marked", async () => {
    says = () => Promise.resolve(Response.json({ code: 1002, message: "请留下座机号码" }));
    const { site, status } = await startInFront("refused");
    const fields = fresh();
    const response = await post(site, fields);
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain("请留下座机号码");
    expect(html).toContain("“引号”</textarea>");
    expect(await status()).toBe("refused");
    await site.stop();
  });

  test.each<[string, Transport]>([
    ["down", () => Promise.reject(new Error("gone"))],
    ["slow", () => sleep(6000).then(ok)],
    ["503", () => Promise.resolve(new Response("busy", { status: 503 }))],
    ["cut off in the middle", () => Promise.resolve(new Response('{"code":0,"da'))],
  ])(
    "the backend is %s: the visitor reads that it was received within 4 s, and delivery follows",
    async (name, trouble) => {
      says = trouble;
      const { site, status } = await startInFront(`trouble-${name}`);
      const start = performance.now();
      const response = await post(site, fresh());
      expect(response.status).toBe(303);
      expect(performance.now() - start).toBeLessThan(4000);
      says = ok;
      await until(async () => (await status()) === "delivered", 15_000);
      expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
      await site.stop();
    },
  );
});
