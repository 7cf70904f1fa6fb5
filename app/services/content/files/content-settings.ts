import { join } from "node:path";
import type { z } from "zod";
import type { Kind } from "../../api/contract/kinds.ts";
import type { FieldLink } from "../checks/links.ts";
import { say, type Findings, type Message } from "../checks/problem.ts";
import type { PhotoLibrary } from "../photos/photo-library.ts";
import { createPictureFinder, findPictureProblems, type PictureSources } from "../photos/text-pictures.ts";
import type { FileData } from "./content-file.ts";
import { checkText, renderText } from "./content-text.ts";
import { getValues, mapLocales, readLocales } from "./locale-files.ts";
import { findFileProblem } from "./public-files.ts";
import { settingsFileSchema } from "./settings-schema.ts";

type SettingsFile = FileData<z.output<typeof settingsFileSchema>>;
type SettingsFindings = Findings & { fieldLinks: FieldLink[] };

/** Reads and checks the settings. @returns them by language, and the kinds that the site uses if they name any */
export function readSettings(root: string, sources: PictureSources, findings: SettingsFindings) {
  const folder = join(root, "settings");
  const files = readLocales(folder, settingsFileSchema, findings);
  for (const file of Object.values(files)) {
    checkFiles(file, sources, findings);
    checkAbout(file, folder, sources, findings);
  }
  const kindsInUse = findKindsInUse(Object.values(files), findings);
  const findPicture = createPictureFinder(folder, sources);
  const settings = mapLocales(getValues(files), (value) => ({
    ...value,
    kindsInUse,
    about: renderText(value.about, findPicture),
  }));
  return { settings, kindsInUse };
}

/** Checks the pictures that the settings name. */
function checkFiles({ value, createProblem }: SettingsFile, { photos }: PictureSources, { problems }: Findings): void {
  const pictures = [
    { path: ["logo"], picture: value.logo },
    ...value.social.map(({ qr }, index) => ({ path: ["social", index, "qr"], picture: qr })),
  ];
  for (const { path, picture } of pictures) {
    const message = picture === undefined ? undefined : findFileProblem(picture);
    if (message) problems.push(createProblem(path, message));
  }
  const message = value.sharePicture === undefined ? undefined : findSharePictureMistake(value.sharePicture, photos);
  if (message) problems.push(createProblem(["sharePicture"], message));
}

/** WeChat shows no smaller picture. */
const minShareSize = 300;

function findSharePictureMistake(target: string, photos: PhotoLibrary): Message | undefined {
  const mistake = findFileProblem(target);
  if (mistake) return mistake;
  const { photo, problem } = photos.find(target, "");
  if (problem) return say("pictureNotShown", { target, problem });
  const { width = minShareSize, height = minShareSize } = photo ?? {};
  const isSmall = Math.min(width, height) < minShareSize;
  return isSmall ? say("shareSize", { width, height, min: minShareSize }) : undefined;
}

/** Checks the text about the company. Its links are checked when all pages are known. */
function checkAbout(
  { value, createProblem }: SettingsFile,
  folder: string,
  sources: PictureSources,
  { problems, fieldLinks }: SettingsFindings,
): void {
  const path = ["about"];
  const { links, pictures, mistakes } = checkText(value.about);
  for (const { line, message } of [...mistakes, ...findPictureProblems(pictures, folder, sources)])
    problems.push(createProblem(path, message, line));
  for (const { target, line } of links)
    fieldLinks.push({ createProblem: (field, message) => createProblem(field, message, line), path, target });
}

/** Finds the kinds that the settings name. The first language that names kinds decides for all, so the others must name the same. */
function findKindsInUse(files: readonly SettingsFile[], { problems }: Findings): Kind[] | undefined {
  const [first, ...others] = files.filter(({ value }) => value.kindsInUse);
  const kindsInUse = first?.value.kindsInUse;
  const otherFiles = others.filter(({ value }) => toKey(value.kindsInUse) !== toKey(kindsInUse));
  for (const { createProblem } of otherFiles)
    problems.push(createProblem(["kindsInUse"], say("otherKinds", { kinds: kindsInUse!.join(", ") })));
  return otherFiles.length === 0 ? kindsInUse : undefined;
}

const toKey = (kinds: readonly Kind[] = []) => kinds.toSorted().join();
