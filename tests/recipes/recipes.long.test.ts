import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDesk } from "#tests/setup/desk/desk-login.ts";
import { copyTree, followRecipe } from "#tests/setup/programs/recipe.ts";
import { runProgram } from "#tests/setup/programs/run-script.ts";
import { post } from "#tests/setup/site/guestbook-form.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";

/**
 * Recipes that are followed on one copy of the tree. The copy must then pass the checks, build, and serve the
 * additions.
 */
const recipes = ["a-page", "an-endpoint", "a-content-kind", "a-form", "a-locale"];

const { folder, dispose } = copyTree();
let site: RunningSite | undefined;
const account = "owner@example.com";

const getBinary = (name: string) => join("node_modules", ".bin", name);

async function expectSuccess(...command: string[]): Promise<string> {
  const { status, stdout, stderr } = await runProgram(command, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: undefined },
  });
  expect(status, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

beforeAll(() => {
  for (const recipe of recipes) followRecipe(`docs/recipes/${recipe}.md`, folder);
});
afterAll(async () => {
  await site?.stop();
  dispose();
});

test("every recipe has a test", () => {
  // The recipe for your own company replaces the content, so it has a separate test.
  const files = [...recipes, "your-own-company"].map((recipe) => `${recipe}.md`);
  expect(files.sort()).toEqual(readdirSync("docs/recipes").sort());
});

test("a copy of the code with the recipes' changes compiles, and passes the checks of content and imports and all unit tests", async () => {
  await expectSuccess("npm", "run", "--silent", "openapi");
  await expectSuccess("npm", "run", "--silent", "check-content");
  await expectSuccess("npm", "run", "--silent", "typecheck");
  await expectSuccess(getBinary("oxlint"), "--deny-warnings");
  // Any test may depend on the number of kinds, forms or locales. The recipe for a locale renews the proxies' pages by `-u`.
  await expectSuccess(getBinary("vitest"), "run", "--project", "unit", "-u");
});

describe("the built copy of the code", () => {
  beforeAll(async () => {
    await expectSuccess("npm", "run", "--silent", "build");
    site = await startSite({ DATA_DIR: "data", DESK_ACCOUNTS: account, SITE_URL: "https://site.example" }, folder);
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(site!.origin + path, { headers, redirect: "manual" });
    expect([path, response.status]).toEqual([path, 200]);
    return response.text();
  };
  /** Makes a call of the embedded API. @returns its `data` */
  const call = async (path: string, language = "en") =>
    (JSON.parse(await get(`/api/${path}`, { Language: language })) as { data: Record<string, unknown> }).data;
  const findHeading = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];

  test.each([
    ["/history", "历史", "从一间租来的院子说起。"],
    ["/en/history", "History", "It began in a rented yard."],
    ["/de/history", "History", "It began in a rented yard."],
  ])("a-page: %s contains the texts from the messages and from the content", async (path, title, lead) => {
    const html = await get(path);
    expect(findHeading(html)).toBe(title);
    expect(html).toContain(`<title>${title} · `);
    expect(html).toContain(lead);
    expect(html).toMatch(/<li>1986 /);
    expect(await get("/sitemap-pages.xml")).toContain(`<loc>https://site.example${path}</loc>`);
  });

  test.each([
    ["", "zh-cn", "基地", "药材长在哪里，由谁照看。", ["海拔", "种植户", "2011年4月5日", "土壤", "农时"]],
    [
      "/en",
      "en",
      "Farms",
      "Where the herbs grow, and who looks after them.",
      ["Altitude", "Grower", "5 April 2011", "Soil", "The year"],
    ],
  ])(
    "a-content-kind: below “%s” the kind has a list, items, search results and links to them",
    async (prefix, language, title, lead, labels) => {
      const item = await call("farm/info?id=min-county", language);
      const list = await get(`${prefix}/farm/list`);
      expect([findHeading(list), list.includes(lead), list.includes(String(item["title"]))]).toEqual([
        title,
        true,
        true,
      ]);
      const [altitude, keeper, planted, ...headings] = labels;
      expect(list).toContain(`>2,300 m · ${planted}<`);
      const page = await get(`${prefix}/farm/info/min-county`);
      expect(findHeading(page)).toBe(item["title"]);
      expect(page).toMatch(
        new RegExp(
          `<dt>${altitude}</dt><dd>2,300 m</dd>.*<dd>${planted}</dd>.*<dt>${keeper}</dt><dd>${item["keeper"]}</dd>`,
        ),
      );
      for (const label of headings) expect(page).toContain(`<h2>${label}</h2>`);
      expect(page).toContain(`<p class="`);
      expect(page).toContain(String(item["soil"]));
      for (const { title: step } of item["year"] as { title: string }[]) expect(page).toContain(`<h3>${step}</h3>`);
      const keyword = prefix ? "Dang+gui" : encodeURIComponent("当归");
      expect(await get(`${prefix}/search?q=${keyword}`)).toContain(`${prefix}/farm/info/min-county`);
      expect(await get(`${prefix}/farm/list/north`)).toContain(`${prefix}/farm/info/min-county`);
      // The menu and the footer link to the page.
      const links = (await get(`${prefix}/about-us`)).match(
        new RegExp(`<a[^>]* href="${prefix}/farm/list"[^>]*>${title}</a>`, "g"),
      );
      expect(links).toHaveLength(2);
      expect(await get("/sitemap-farm.xml")).toContain(`<loc>https://site.example${prefix}/farm/info/min-county</loc>`);
    },
  );

  test("a-content-kind: a list contains only the fields that cards show", async () => {
    const { rows, total } = await call("farm/list");
    expect(total).toBe(1);
    expect((rows as object[])[0]).toMatchObject({ id: "min-county", altitude: "2,300 m" });
    expect((rows as object[])[0]).not.toHaveProperty("soil");
    expect((await call("cat/list?kind=farm"))["rows"]).toMatchObject([{ slug: "north", total: 1 }]);
  });

  const samples = { name: "Ada", contact: "ada@example.com", product: "Huang qi", address: "1 High Street\nLondon" };
  const runInbox = (...args: string[]) => expectSuccess("npm", "run", "--silent", "inbox", "--", ...args);

  test("a-form: without scripts, a form with errors is returned, and a correct one is received and confirmed", async () => {
    expect(findHeading(await get("/samples"))).toBe("样品");
    expect(await get("/sitemap-pages.xml")).toContain("<loc>https://site.example/en/samples</loc>");
    expect(await get("/robots.txt")).toContain("Disallow: /en/samples/received");
    const refusedResponse = await post(site!, { ...samples, product: "" }, {}, "/en/samples");
    expect(refusedResponse.status).toBe(422);
    expect(await refusedResponse.text()).toMatch(/Product is required.*London<\/textarea>/s);
    const address = (await post(site!, samples, {}, "/en/samples")).headers.get("Location")!;
    expect(address).toMatch(/^\/en\/samples\/received\?reference=\w{8}$/);
    const confirmation = await get(address);
    expect(findHeading(confirmation)).toBe("We have your request");
    expect(confirmation).toContain(">Huang qi<");
  });

  test("a-form: a submission is in the inbox, in the CSV and at the desk, and can be sent as JSON", async () => {
    const body = JSON.stringify({ ...samples, product: "Dang gui", locale: "cn" });
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${site!.origin}/api/samples/create`, { method: "POST", headers, body });
    expect(await response.json()).toMatchObject({ code: 200, data: { id: expect.any(String) } });
    const [json, form] = JSON.parse(await runInbox("list", "--json", "--kind", "samples"));
    expect([form.payload, json.payload.product]).toEqual([{ ...samples, locale: "en" }, "Dang gui"]);
    const table = parse(await runInbox("export", "--csv"), { bom: true, columns: true }) as Record<string, string>[];
    expect(table.map((row) => [row["类型"], row["产品"], row["内容"]])).toEqual([
      ["样品申请", "Dang gui", samples.address],
      ["样品申请", "Huang qi", samples.address],
    ]);
    const { cookie } = await openDesk(site!, account);
    expect(await get("/desk/messages", { Cookie: cookie })).toContain("Dang gui");
    const page = await get(`/desk/messages/${form.reference}`, { Cookie: cookie });
    expect(page).toContain("<dt>产品</dt><dd>Huang qi</dd>");
    expect(page).toContain(samples.address);
    expect(await runInbox("forget", samples.contact, "--yes")).toContain("2");
    expect(await runInbox("list")).not.toContain("Ada");
  });

  test("a-locale: pages are in the new language and have alternates, and untranslated ones are marked as English", async () => {
    const html = await get("/de/product/info/huang-qi");
    expect(html).toContain('<html lang="de-DE"');
    expect(findHeading(html)).toBe("Huang qi (Tragantwurzel)");
    expect(html).toContain('hrefLang="de-DE" href="https://site.example/de/product/info/huang-qi"');
    expect(await get("/en/product/info/huang-qi")).toContain('hrefLang="de-DE"');
    expect(html).toMatch(/<a[^>]* href="\/de\/product\/list"[^>]*>Produkte<\/a>/);
    expect(await get("/de/product/info/dang-gui")).toMatch(/<div[^>]* lang="en-US"><h1/);
    expect(await get("/de/rss.xml")).toContain("<language>de-DE</language>");
  });

  test("a-locale: the language switch stores the new language, and a browser that prefers it is redirected", async () => {
    const sendRequest = (path: string, headers: Record<string, string>) =>
      fetch(site!.origin + path, { headers, redirect: "manual" });
    expect(await get("/about-us")).toMatch(/<a[^>]* href="\/language\/de\?to=%2Fabout-us"[^>]*>Deutsch/);
    const choiceResponse = await sendRequest("/language/de?to=%2Fabout-us", {});
    expect([choiceResponse.status, choiceResponse.headers.get("Location")]).toEqual([302, "/de/about-us"]);
    expect(choiceResponse.headers.get("Set-Cookie")).toContain("i18n_redirected=de;");
    const responseWithCookie = await sendRequest("/about-us", { Cookie: "i18n_redirected=de" });
    expect(responseWithCookie.headers.get("Location")).toBe("/de/about-us");
    expect((await sendRequest("/", { "Accept-Language": "de-AT,en;q=0.5" })).headers.get("Location")).toBe("/de");
  });

  test("a-locale: the plain error page and the server's output include the new language", async () => {
    const { port } = new URL(site!.origin);
    const socket = connect(Number(port), "127.0.0.1").end("nonsense\r\n\r\n");
    expect(await text(socket)).toContain('<p lang="de-DE">Diese Adresse ist nicht lesbar.</p>');
    expect(site!.output()).toContain(`Deutsch: http://localhost:${port}/de`);
  });

  test("an-endpoint: the call works over HTTP and through the API client", async () => {
    const { rows } = await call("site/counts");
    expect(rows).toContainEqual({ kind: "farm", total: 1 });
    expect(
      JSON.parse(
        await expectSuccess(process.execPath, "--input-type=module", "--eval", createCountsScript(site!.origin)),
      ),
    ).toEqual(rows);
  });
});

/** Creates a script that makes the call of the new endpoint as a loader would. @param base origin of the site */
function createCountsScript(base: string): string {
  return `
    import { bindApi } from "./app/services/api/api.ts";
    import { createCache } from "./app/services/api/cache.ts";
    import { createClient } from "./app/services/api/client.ts";
    import { getEmbeddedPictureAddress } from "./app/services/media/pictures.ts";
    import { createLog } from "./app/services/runtime/log.ts";
    const log = createLog("silent");
    const call = createClient({ transport: fetch, base: ${JSON.stringify(base)}, log });
    const api = bindApi({ call, cache: createCache({ log }), getAddress: getEmbeddedPictureAddress }, { locale: "en" });
    console.log(JSON.stringify(await api.site.counts()));
  `;
}
