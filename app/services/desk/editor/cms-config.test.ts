import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { createCmsConfig } from "./cms-config.ts";
import { describeLocation } from "./content-names.ts";

type Part = {
  name: string;
  label: string;
  widget?: string;
  hint?: string;
  default?: string;
  pattern?: string[];
  options?: unknown;
  i18n?: unknown;
};
type Parent = Part & { fields?: Parent[]; files?: Parent[]; field?: Parent; types?: Parent[] };

const listParts = ({ fields = [], files = [], field }: Parent): Parent[] =>
  [...fields, ...files, ...(field ? [field] : [])].flatMap((part) => [part, ...listParts(part)]);

describe.each([
  ["cn", "旧地址", "新地址"],
  ["en", "Old address", "New address"],
])("in the language %s", (OWNER_LANGUAGE, from, to) => {
  const load = async () => {
    const ownerTexts = await createOwnerTexts({ OWNER_LANGUAGE } as never);
    const config = (await createCmsConfig(testContent, ownerTexts, {})) as unknown as { collections: Parent[] };
    const site = config.collections.find(({ name }) => name === "site")!;
    return {
      ownerTexts,
      collections: config.collections,
      find: (name: string) => site.files!.find((one) => one.name === name)!,
    };
  };

  test("the two addresses of a redirect have different labels", async () => {
    const { ownerTexts, find } = await load();
    const [list] = find("redirects").fields!;
    expect(list!.fields!.slice(0, 2).map(({ label }) => label)).toEqual([from, to]);
    expect(list!.fields!.slice(0, 2).every(({ hint }) => hint?.includes("/"))).toBe(true);
    expect(describeLocation("redirects.yaml", ownerTexts, undefined, "[0].from")).toMatch(new RegExp(` 1 ${from}$`));
  });

  test("a page for the menu is selected by its name; only an external link is typed", async () => {
    const { find } = await load();
    const [list] = find("menu").fields as unknown as [{ types: (Parent & { fields: Part[] })[] }];
    const pathFields = list.types.map(
      ({ name, fields }) => [name, fields.find((field) => field.name === "path")!] as const,
    );
    expect(pathFields.map(([name, { widget }]) => [name, widget])).toEqual([
      ["page", "select"],
      ["category", "select"],
      ["link", "string"],
      ["batch", "select"],
    ]);
    const names = OWNER_LANGUAGE === "cn" ? ["首页", "隐私声明"] : ["Home", "Privacy"];
    for (const name of names) expect(JSON.stringify(pathFields[0]![1].options)).toContain(name);
    expect(pathFields[3]![1].options).toMatchObject([{ value: "/batch" }]);
  });

  test("a picture is shared by all languages, unless it is in a list that differs between them; fixed values are selected from a list", async () => {
    const { find } = await load();
    const get = (file: string, name: string) => listParts(find(file)).find((part) => part.name === name)!;
    const pictures = [get("settings", "logo"), get("settings", "qr"), get("adverts", "cover")];
    expect(pictures.map(({ i18n }) => i18n)).toEqual(["duplicate", true, true]);
    expect(get("claims", "within").options).toMatchObject([{ value: "sentence" }]);
    expect([get("claims", "where"), get("settings", "kindsInUse")]).toMatchObject([
      { widget: "select", multiple: true },
      { widget: "select", multiple: true },
    ]);
  });

  test("the category above a category is selected by its title", async () => {
    const { collections } = await load();
    const form = collections.find(({ name }) => name === "categories")!.files!.find(({ name }) => name === "product")!;
    const parent = form.fields![0]!.fields!.find(({ name }) => name === "parent");
    const label = OWNER_LANGUAGE === "cn" ? /饮片 › / : /./;
    expect(parent).toMatchObject({ widget: "select", required: false });
    expect(parent!.options).toContainEqual({ value: "pieces/roots", label: expect.stringMatching(label) });
  });

  test("what the owner never needs isn't in the forms: colours, a menu entry's id and window, two buttons", async () => {
    const { collections, find } = await load();
    expect(collections.find(({ name }) => name === "site")!.files!.map(({ name }) => name)).not.toContain("colours");
    const menu = find("menu").fields![0]!;
    expect(menu).toMatchObject({ allow_duplicate: false });
    const hidden = menu.types![0]!.fields!.filter(({ widget }) => widget === "hidden");
    expect(hidden.map(({ name, default: value }) => [name, value])).toEqual([
      ["target", undefined],
      ["id", "{{uuid}}"],
    ]);
    const body = collections.find(({ name }) => name === "page")!.fields!.find(({ name }) => name === "body")!;
    expect(body).toMatchObject({ buttons: expect.not.arrayContaining(["code", "strikethrough"]) as unknown });
  });

  test("the form of the menu has three levels", async () => {
    const { find } = await load();
    const countLevels = ({ types = [] }: Parent): number =>
      1 +
      Math.max(
        0,
        ...types
          .flatMap(listParts)
          .filter(({ name }) => name === "children")
          .map(countLevels),
      );
    expect(countLevels(find("menu").fields![0]!)).toBe(3);
  });

  test("the class of a recall is selected from a list, and stays a number", async () => {
    const { collections } = await load();
    const recalled = collections.find(({ name }) => name === "batch")!.fields!.find(({ name }) => name === "recalled")!;
    const level = recalled.fields!.find(({ name }) => name === "level")!;
    expect(level).toMatchObject({ widget: "select", options: [1, 2, 3].map((value) => ({ value })) });
    expect(recalled.fields!.every(({ name, label }) => name !== label.toLowerCase() || OWNER_LANGUAGE === "en")).toBe(
      true,
    );
  });

  test("a field with a required format has a hint on how to fill it in", async () => {
    const { collections } = await load();
    const parts = collections.flatMap(listParts).filter(({ pattern }) => pattern);
    expect(parts.length).toBeGreaterThan(8);
    expect(parts.filter(({ hint }) => !hint).map(({ name }) => name)).toEqual([]);
  });

  test("a herb is selected by its name from the herbs in the editor, and fields that the contract makes optional may be empty", async () => {
    const { collections, ownerTexts } = await load();
    const find = (kind: string, ...path: string[]) =>
      path.reduce<Parent>(
        (part, name) => part.fields!.find((one) => one.name === name)!,
        collections.find(({ name }) => name === kind)!,
      );
    const relation = { widget: "relation", collection: "herbs", value_field: "{{slug}}" };
    for (const field of [
      find("product", "herb"),
      find("product", "forms"),
      find("prescription", "ingredients", "herb"),
      find("herbs", "incompatible"),
    ])
      expect(field).toMatchObject({ ...relation, display_fields: [`names.${ownerTexts.locale}`] });
    expect(find("herbs", "incompatible")).toMatchObject({ multiple: true });
    expect(find("batch", "product").widget).toBe(OWNER_LANGUAGE === "cn" ? "relation" : "select");
    for (const name of ["source", "author"]) expect(find("news", name)).toMatchObject({ required: false });
  });

  test("in a form, photos come before their descriptions; an item's address is proposed from a required field", async () => {
    const { collections } = await load();
    const names = collections.find(({ name }) => name === "product")!.fields!.map(({ name }) => name);
    expect(names.slice(names.indexOf("cover"), names.indexOf("alt") + 1)).toEqual(["cover", "plate", "gallery", "alt"]);
    const get = (kind: string) => collections.find(({ name }) => name === kind) as unknown as Record<string, unknown>;
    expect(["prescription", "product", "news", "herbs", "batch"].map((kind) => get(kind)["slug"])).toMatchObject([
      { template: "{{fields.pinyin | lower}}" },
      { template: "{{fields.sku | lower}}" },
      { template: "{{fields.date | lower}}" },
      { template: undefined },
      { template: undefined },
    ]);
    expect(["herbs", "batch"].map((kind) => get(kind)["thumbnail"])).toEqual([false, false]);
  });
});

test("a kind and its fields have the names that the settings give them", async () => {
  const root = createTestFolder();
  // A recipe for a kind adds names to the settings.
  const [settings] = readFileSync(join(testContent, "settings/cn.yaml"), "utf8").split(/^kinds:/m);
  const names = "kinds: [{ kind: news, title: 快讯, labels: [{ field: source, label: 出处 }] }]\n";
  mkdirSync(join(root, "settings"));
  writeFileSync(join(root, "settings/cn.yaml"), settings + names);
  const config = await createCmsConfig(root, await createOwnerTexts({ OWNER_LANGUAGE: "cn" } as never), {});
  const { label, fields } = (config as unknown as { collections: Parent[] }).collections.find(
    ({ name }) => name === "news",
  )!;
  expect([label, fields!.find(({ name }) => name === "source")!.label]).toEqual(["快讯", "出处"]);
});
