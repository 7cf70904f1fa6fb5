import { createInstance } from "i18next";
import { afterEach, expect, test, vi } from "vitest";
import { browserMessages, type MessageTree } from "./browser-messages.ts";
import { localeCodes, locales } from "./locales.ts";
import { resources } from "./messages.server.ts";
import type { Namespace } from "./messages.ts";

afterEach(() => vi.unstubAllGlobals());

function keysOf(tree: MessageTree, path = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [path + key] : Array.isArray(value) ? [] : keysOf(value, `${path}${key}.`),
  );
}

/** Texts that a replacement or a mark-up could trip over, and numbers with a group of thousands. */
const values = [
  { count: 0, text: "" },
  { count: 1, text: "$& $1 {{title}}" },
  { count: 2, text: "<b>桂枝汤</b>" },
  { count: 12_345, text: "Gan Cao & 甘草" },
];

function valuesOf({ count, text }: (typeof values)[number], message: string): Record<string, unknown> {
  const names = [...message.matchAll(/{{(\w+)(, number)?}}/g)];
  return { ...Object.fromEntries(names.map(([, name, number]) => [name, number ? count : text])), count };
}

test.each(localeCodes)("%s: every message reads as i18next has it, with every count and any text", async (code) => {
  const { language } = locales[code];
  const i18next = createInstance();
  await i18next.init({ lng: language, resources, fallbackLng: false, interpolation: { escapeValue: false } });
  const trees = resources[language] as unknown as Record<Namespace, MessageTree>;
  const source = browserMessages(language, trees);
  let compared = 0;
  for (const namespace of Object.keys(trees) as Namespace[]) {
    const ours = source.getFixedT(language, namespace) as unknown as Translate;
    const theirs = i18next.getFixedT(language, namespace) as unknown as Translate;
    for (const key of keysOf(trees[namespace])) {
      const message = theirs(key, { skipInterpolation: true });
      const asked = key.replace(/_(zero|one|two|few|many|other)$/, "");
      for (const value of values) {
        expect([key, ours(asked, valuesOf(value, message))]).toEqual([key, theirs(asked, valuesOf(value, message))]);
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(500);
});

type Translate = (key: string, values?: Record<string, unknown>) => string;

test("a key without a message is given back, a group of messages isn't one", () => {
  const t = browserMessages("en-US", { common: { menu: { open: "Open" } } }).getFixedT("en-US", "common") as Translate;
  expect(t("menu.open")).toBe("Open");
  expect(t("menu.close.now")).toBe("menu.close.now");
  expect(t("menu")).toBe("menu");
});

test("what is missing is fetched once it is asked for, in its language", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({ lead: "Write to us" });
  });
  const source = browserMessages("zh-CN", { common: {} });
  expect(source.hasLoadedNamespace("common")).toBe(true);
  expect(source.hasLoadedNamespace("common", { lng: "en-US" })).toBe(false);
  expect(source.hasLoadedNamespace("forms")).toBe(false);
  await source.reloadResources("en-US", "forms");
  expect(source.hasLoadedNamespace("forms", { lng: "en-US" })).toBe(true);
  expect((source.getFixedT("en-US", "forms") as Translate)("lead")).toBe("Write to us");
  expect(asked).toEqual([expect.stringMatching(/en\/forms|forms.*\.json/)]);
});

test("what can't be fetched is logged, and the screen is left to the server", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const events: string[] = [];
  vi.stubGlobal("dispatchEvent", (event: Event) => events.push(event.type));
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  await browserMessages("zh-CN", {}).reloadResources("zh-CN", "forms");
  expect(events).toEqual(["chunkgone"]);
  expect(logged.mock.calls[0]?.[0]).toContain("forms");
  logged.mockRestore();
});
