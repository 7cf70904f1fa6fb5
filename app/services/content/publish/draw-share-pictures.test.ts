import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { compileContent } from "#app/services/content/compile/compile.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createPhoto } from "#tests/setup/content/test-photo.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { drawSharePictures } from "./draw-share-pictures.ts";

const plate = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="5"><path fill="red" d="M0 0h4v5H0z"/></svg>';

/** Creates a folder with files, and an index whose settings name a logo. */
async function createFolder(logo = "/files/mark.png") {
  const folder = createTestFolder();
  for (const path of ["plates", "files"]) mkdirSync(join(folder, path));
  const index = join(folder, "content.sqlite");
  const { source } = await readContentFolder(testContent);
  const documents = { ...source.documents, settings: { cn: { logo } } };
  compileContent({ ...source, documents }, index);
  return { folder, draw: () => drawSharePictures(index, folder) };
}

test("icons and the site's share picture show the logo of the settings", async () => {
  const { folder, draw } = await createFolder();
  await createPhoto(300, 100, "#00c800").toFile(join(folder, "files/mark.png"));
  await draw();
  for (const file of ["icons/180.png", "icons/512.png", "share/site.png"]) {
    const { data, info } = await sharp(join(folder, file)).raw().toBuffer({ resolveWithObject: true });
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    const [red, green] = [data[middle]!, data[middle + 1]!];
    expect(green - red, file).toBeGreaterThan(150);
  }
});

test("the address of the logo may be percent-encoded", async () => {
  const { folder, draw } = await createFolder("/files/our%20mark.png");
  await createPhoto(30, 10).toFile(join(folder, "files/our mark.png"));
  await expect(draw()).resolves.toBeUndefined();
});

test("icons and share pictures of the owner stay; generated ones are generated again", async () => {
  const { folder, draw } = await createFolder();
  const drawIn = async (colour: string) => {
    await createPhoto(100, 100, colour).toFile(join(folder, "files/mark.png"));
    await draw();
  };
  await drawIn("red");
  const icon = readFileSync(join(folder, "icons/512.png"));
  const ownersFiles = ["icons/180.png", "share/site.png"];
  for (const file of ownersFiles) writeFileSync(join(folder, file), "mine");
  await drawIn("blue");
  for (const file of ownersFiles) expect(readFileSync(join(folder, file), "utf8")).toBe("mine");
  expect(readFileSync(join(folder, "icons/512.png")).equals(icon)).toBe(false);
});

test("a plate that can't be rendered is reported by its name", async () => {
  const { folder, draw } = await createFolder("/logo.svg");
  writeFileSync(join(folder, "logo.svg"), plate);
  writeFileSync(join(folder, "plates/huang-qi.svg"), "no picture");
  await expect(draw()).rejects.toThrow(/^The plate \/plates\/huang-qi\.svg can't be drawn \(/);
});

test("a logo that isn't a picture is reported with advice", async () => {
  const { folder, draw } = await createFolder();
  writeFileSync(join(folder, "files/mark.png"), "no picture");
  await expect(draw()).rejects.toThrow(
    /^The logo \/files\/mark\.png can't be drawn \(.*\)\. Use an SVG, PNG or JPEG file\.$/,
  );
});
