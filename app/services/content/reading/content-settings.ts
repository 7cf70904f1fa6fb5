import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import { checkHerbs } from "#app/services/content/checks/content-references.ts";
import type { FileData } from "#app/services/content/files/content-file.ts";
import { checkText, renderText } from "#app/services/content/files/content-text.ts";
import { createPhotoImage, getPlatePath } from "#app/services/content/files/photo.ts";
import {
  advertsFileSchema,
  menuFileSchema,
  type MenuFile,
} from "#app/services/content/files/schemas/content-schema.ts";
import { settingsFileSchema } from "#app/services/content/files/schemas/settings-schema.ts";
import {
  createPictureFinder,
  findPictureProblems,
  type PictureSources,
} from "#app/services/content/photos/text-pictures.ts";
import { createMessage, type Findings, type Message } from "#app/services/content/problems/problem.ts";
import { mapLocales, readLocales } from "./locale-files.ts";

type SettingsFile = FileData<z.output<typeof settingsFileSchema>>;

export function readSettings(root: string, sources: PictureSources, findings: Findings) {
  const folder = join(root, "settings");
  const files = readLocales(folder, settingsFileSchema, findings);
  for (const file of Object.values(files)) {
    checkPictures(file, sources);
    checkAbout(file, folder, sources, findings);
  }
  const kindsInUse = findKindsInUse(Object.values(files));
  const findPicture = createPictureFinder(folder, sources);
  const settings = mapLocales(files, ({ value }) => ({
    ...value,
    kindsInUse,
    about: renderText(value.about, findPicture),
  }));
  return { settings, kindsInUse };
}

function checkPictures({ value, report }: SettingsFile, sources: PictureSources): void {
  const { files } = sources;
  report(["logo"], files.findProblem(value.logo));
  for (const [index, { qr }] of value.social.entries()) if (qr) report(["social", index, "qr"], files.findProblem(qr));
  if (value.sharePicture) report(["sharePicture"], findSharePictureMistake(value.sharePicture, sources));
}

/** Minimum width and height, in pixels, of a share picture that WeChat shows. */
const minShareSize = 300;

function findSharePictureMistake(target: string, { files, photos }: PictureSources): Message | undefined {
  const mistake = files.findProblem(target);
  if (mistake) return mistake;
  const { photo, problem } = photos.find(target, "");
  if (problem) return createMessage("pictureNotShown", { target, problem });
  const { width = minShareSize, height = minShareSize } = photo ?? {};
  const isSmall = Math.min(width, height) < minShareSize;
  return isSmall ? createMessage("shareSize", { width, height, min: minShareSize }) : undefined;
}

function checkAbout(
  { value, locate, report }: SettingsFile,
  folder: string,
  sources: PictureSources,
  findings: Findings,
): void {
  const { links, pictures, mistakes, remarks } = checkText(value.about);
  for (const { line, message } of [...mistakes, ...findPictureProblems(pictures, folder, sources)])
    report(["about"], message, line);
  findings.remarks.push(...remarks.map(({ line, message }) => ({ ...locate(["about"], line), message })));
  findings.links.push(...links.map(({ target, line }) => ({ ...locate(["about"], line), target })));
}

/** The first language that lists kinds decides. Other languages that list any must list the same ones. */
function findKindsInUse(files: readonly SettingsFile[]): Kind[] | undefined {
  const [first, ...others] = files.filter(({ value }) => value.kindsInUse);
  const kindsInUse = first?.value.kindsInUse;
  const otherFiles = others.filter(({ value }) => toKey(value.kindsInUse) !== toKey(kindsInUse));
  for (const { report } of otherFiles)
    report(["kindsInUse"], createMessage("otherKinds", { kinds: kindsInUse!.join(", ") }));
  return otherFiles.length === 0 ? kindsInUse : undefined;
}

const toKey = (kinds: readonly Kind[] = []) => kinds.toSorted().join();

export function readMenu(root: string, findings: Findings) {
  const files = readLocales(join(root, "menu"), menuFileSchema, findings);
  for (const file of Object.values(files)) addMenuLinks(file.value, [], file, findings);
  return mapLocales(files, ({ value }) => ({ rows: value }));
}

function addMenuLinks(items: MenuFile, parentPath: PropertyKey[], file: FileData<MenuFile>, findings: Findings): void {
  for (const [index, { path: target, children = [] }] of items.entries()) {
    const path = [...parentPath, index];
    if (target) findings.links.push({ ...file.locate([...path, "path"]), target, canBeHidden: true });
    addMenuLinks(children, [...path, "children"], file, findings);
  }
}

type Advert = z.output<typeof advertsFileSchema>[number];

/** Adds a remark if an advert has a different picture in another language, because that picture may be outdated. */
function remarkOtherPictures([first, ...others]: FileData<Advert[]>[], { remarks }: Findings): void {
  const pictures = new Map(first?.value.map(({ id, cover, plate }) => [id, cover ?? plate]));
  for (const { value, locate } of others)
    for (const [index, { id, cover, plate }] of value.entries())
      if (pictures.has(id) && pictures.get(id) !== (cover ?? plate))
        remarks.push({
          ...locate([index, cover === undefined ? "plate" : "cover"]),
          message: createMessage("otherPicture"),
        });
}

export function readAdverts(root: string, { herbs, photos }: PictureSources, findings: Findings) {
  const folder = join(root, "adverts");
  if (!existsSync(folder)) return {};
  const createAdvert = ({ plate, cover, alt, ...advert }: Advert) => {
    if (cover === undefined) return { ...advert, image: getPlatePath(plate!) };
    const { photo } = photos.find(cover, folder);
    return photo ? { ...advert, image: { ...createPhotoImage(photo), alt } } : advert;
  };
  const files = readLocales(folder, advertsFileSchema, findings);
  remarkOtherPictures(Object.values(files), findings);
  return mapLocales(files, (file) => {
    for (const [index, advert] of file.value.entries()) {
      const { cover, link: target } = advert;
      checkHerbs(advert, herbs, file, [index]);
      const problem = cover === undefined ? undefined : photos.find(cover, folder).problem;
      if (problem) file.report([index, "cover"], createMessage("pictureNotShown", { target: cover!, problem }));
      findings.links.push({ ...file.locate([index, "link"]), target, canBeHidden: true });
    }
    return { rows: file.value.map(createAdvert) };
  });
}
