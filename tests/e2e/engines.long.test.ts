import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "#tests/setup/browser/engines/engine.ts";
import { firefox } from "#tests/setup/browser/engines/firefox.ts";
import { createOldChromiumLauncher } from "#tests/setup/browser/engines/old-chromium.ts";
import { webkit } from "#tests/setup/browser/engines/webkit.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

const engines = [
  createOldChromiumLauncher(92, "chrome-aws-lambda", "aws"),
  createOldChromiumLauncher(109, "chromium-109", "aws"),
  createOldChromiumLauncher(119, "chromium-119", "al2023"),
  firefox,
  webkit,
];

const site = setUpSite({ LOG_LEVEL: "warn" });

const screens = [
  "/",
  "/about-us",
  "/contact-us",
  "/quotation",
  "/news/list",
  "/news/info/how-to-decoct",
  "/product/list",
  "/product/info/huang-qi",
  "/prescription/info/gui-zhi-tang",
  "/search?q=huangqi",
  "/batch/HQ250901",
  "/login",
  "/nothing",
];

/** Returns a script that sets the value of a field as typing does. */
const createTypingScript = (selector: string, text: string) => `(() => {
  const field = document.querySelector(${JSON.stringify(selector)});
  field.focus();
  // A window without focus fires no focusin event.
  if (!document.hasFocus()) field.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, ${JSON.stringify(text)});
  field.dispatchEvent(new InputEvent("input", { bubbles: true, data: "x" }));
  return true;
})()`;

const createClickScript = (selector: string) => `(document.querySelector(${JSON.stringify(selector)}).click(), true)`;

const createExistsExpression = (selector: string) => `document.querySelector(${JSON.stringify(selector)}) !== null`;

describe.each(engines)("in $name", ({ name: engineName, missing, launch }) => {
  const testEngine = testUnless(missing);
  let engine: Engine;
  beforeAll(async () => {
    if (!missing) engine = await launch();
  });
  afterAll(() => engine?.close());

  const waitFor = (expression: string) =>
    expect.poll(() => engine.evaluate(expression), { message: expression }).toBe(true);

  async function open(path: string): Promise<void> {
    await engine.open(site.origin + path);
    await waitFor(createExistsExpression("nav[data-enhanced]"));
  }

  testEngine(`every screen is enhanced in both languages, without an error (${engineName})`, async () => {
    for (const path of screens.flatMap((screen) => [screen, screen === "/" ? "/en" : `/en${screen}`])) {
      await open(path);
      await waitFor(createExistsExpression("main h1"));
      // An unknown address has the status 404, which some browsers log.
      const problems = engine.problems.filter((problem) => !problem.includes("404"));
      expect([path, problems]).toEqual([path, []]);
    }
  });

  testEngine(`a visitor searches, fills the inquiry list and sends a form (${engineName})`, async () => {
    await open("/en/search");
    await engine.evaluate(createTypingScript("main [name=q]", "huang"));
    await waitFor(createExistsExpression("main [role=combobox]"));
    await engine.evaluate(createTypingScript("main [name=q]", "huangq"));
    await waitFor(createExistsExpression("[role=option]"));
    await open("/en/product/info/huang-qi");
    await engine.evaluate(createClickScript("form[data-stays] button"));
    await waitFor(`document.cookie.includes("inquiry_count=1")`);
    await engine.evaluate(createClickScript("footer a[href='/en/contact-us'], header a[href='/en/contact-us']"));
    await waitFor(`location.pathname === "/en/contact-us" && ${createExistsExpression("main [name=content]")}`);
    await engine.evaluate(createTypingScript("[name=name]", "Ada"));
    await engine.evaluate(createTypingScript("[name=contact]", "ada@example.org"));
    await engine.evaluate(createTypingScript("[name=content]", `From ${engineName}`));
    await engine.evaluate(createClickScript("main form button[type=submit]"));
    await waitFor(`location.pathname === "/en/contact-us/received"`);
    expect(engine.problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  });
});

test("no browser reported an error of a script", () => {
  expect(site.output()).not.toContain("clientError");
});
