import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";
import { createPhoto } from "../../../../tests/setup/test-photo.ts";

const { edit, getProblems, resolvePath } = setUpContentCopy();

const facts = "product/huang-qi/item.yaml";
const page = "page/privacy/item.yaml";
const adverts = "adverts/cn.yaml";

test.each([
  [facts, /^plate: .*$/m, "plate: danggui.svg", "isn't the id of a herb: did you mean dang-gui?"],
  [facts, /^plate: .*$/m, "plate: /plates/dang-gui.svg", "isn't the id of a herb: did you mean dang-gui?"],
  [facts, /^plate: .*$/m, "plate: 当归.svg", "isn't the id of a herb: did you mean dang-gui?"],
  [facts, /^plate: .*$/m, "plate: dang-gui.jpg", "isn't the id of a herb: did you mean dang-gui?"],
  [facts, /^plate: .*$/m, "plate: herbs/unicorn", "isn't the id of a herb, such as huang-qi"],
  [facts, /^plate: .*$/m, "plate: field.jpg", "is a photo: write `cover: field.jpg`"],
  [facts, /^plate: .*$/m, "cover: dang-gui.svg", "isn't a photo: write `plate: dang-gui` instead"],
  [facts, /^gallery: .*$/m, "gallery: [/plates/dang-gui.svg]", "isn't a photo: write dang-gui"],
  [page, /$(?![^])/, "plate: dang-gui.svg\n", "isn't the id of a herb: did you mean dang-gui?"],
  [adverts, /plate: .*/, "plate: dang-gui.svg", "isn't the id of a herb: did you mean dang-gui?"],
  [adverts, /plate: .*/, "cover: dang-gui.svg", "isn't a photo: write `plate: dang-gui` instead"],
])("in %s %s as %s is one problem, and its remedy works", (file, from, to, message) => {
  edit(file, from, to);
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test("a photo that is named like a herb is still a photo", async () => {
  await createPhoto(20, 10)
    .jpeg()
    .toFile(join(resolvePath("product/huang-qi"), "dang-gui.jpg"));
  edit(facts, /^plate: .*$/m, "plate: dang-gui.jpg");
  expect(getProblems()).toEqual([expect.stringContaining("is a photo: write `cover: dang-gui.jpg`")]);
});

test.each([
  [/^plate: .*$/m, "cover: photo #1.jpg", 'put the text between quotes, "photo #1.jpg"'],
  [/^gallery: .*$/m, "gallery:\n  - photo #1.jpg", 'put the text between quotes, "photo #1.jpg"'],
  [
    /^gallery: .*$/m,
    "gallery: [photo #1.jpg]",
    "YAML drops what comes after the #, also the closing bracket: put the text with the # between quotes",
  ],
  [
    /^gallery: .*$/m,
    "gallery: [huang-qi, a, b.jpg]",
    'the name a, b.jpg has a comma: put it between quotes, "a, b.jpg"',
  ],
  [/^plate: .*$/m, "cover: “photo.jpg”", 'visitors would see the quotes of “photo.jpg”: write " at both ends'],
])("a name that YAML cuts is one problem: %s is %s", (from, to, message) => {
  for (const name of ["a, b.jpg", "photo #1.jpg"]) writeFileSync(join(resolvePath("product/huang-qi"), name), "");
  edit(facts, from, to);
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test.each([
  [adverts, /plate: .*/, "alt: 图\n  cover: photo #1.jpg", 'put the text between quotes, "photo #1.jpg"'],
  ["settings/cn.yaml", /^logo: .*$/m, "logo: /qr/my logo #1.svg", 'put the text between quotes, "/qr/my logo #1.svg"'],
  [
    "product/huang-qi/cn.md",
    "/files/huang-qi-cn.pdf",
    "/files/a #1.pdf",
    'put the text between quotes, "/files/a #1.pdf"',
  ],
])("a path in %s that YAML cuts is one problem", (file, from, to, message) => {
  edit(file, from, to);
  expect(getProblems()).toEqual([expect.stringContaining(message)]);
});

test("a name with a comma between quotes is the photo's name", async () => {
  await createPhoto(20, 10)
    .jpeg()
    .toFile(join(resolvePath("product/huang-qi"), "a, b.jpg"));
  edit(facts, /^gallery: .*$/m, 'gallery: ["a, b.jpg"]');
  for (const locale of ["cn", "en"]) edit(`product/huang-qi/${locale}.md`, /^tags:/m, 'alt: { "a, b.jpg": 图 }\ntags:');
  expect(getProblems()).toEqual([]);
});
