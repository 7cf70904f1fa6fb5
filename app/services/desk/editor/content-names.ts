import { parse } from "node:path";
import { isLocale, locales, type Locale } from "#app/i18n/locales.ts";
import { findCollection } from "#app/services/content/files/collections.ts";
import { filesFolder } from "#app/services/content/files/content-path.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

/** Creates the URL of a file's form in the editor; `undefined` if it has none. An item's languages share one form. */
export function createFormAddress(file: string): string | undefined {
  const [folder = "", id = ""] = file.split("/");
  const collection = findCollection(file);
  if (!collection || ("isHidden" in collection && collection.isHidden)) return undefined;
  const { name, files } = collection;
  const isEntry = files === "items" || files === "records" || files === "kinds";
  const entry = files === "items" ? `${id}/index` : parse(id).name;
  const form = isEntry ? `${folder}/entries/${entry}` : `site/entries/${name}`;
  return `/desk/content?${new URLSearchParams({ form })}`;
}

/** Returns a file's language, for example `en` for `news/a/index.en.md` and `menu/en.yaml`. */
export function getFileLocale(file: string): Locale | undefined {
  const code = /(?:^|[./])([a-z]+)\.(?:md|yaml)$/.exec(file)?.[1];
  return isLocale(code) ? code : undefined;
}

/** Returns a kind's name in `owner.json`, or its id. */
export function getKindName(kind: string, { t }: OwnerTexts): string {
  return t(`desk.kinds.${kind}` as never, { defaultValue: kind }) as string;
}

/** @param kind kind whose field may have its own label, such as the title of news */
export function getLabel(name: string, ownerTexts: OwnerTexts, kind?: string): string {
  if (isLocale(name)) return locales[name].label;
  const options = { defaultValue: name, returnObjects: true, context: kind };
  const text: unknown = ownerTexts.t(`content.columns.${name}` as never, options);
  const label = typeof text === "string" ? text : getValueLabel(name, ownerTexts);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export function getValueLabel(value: string, { t }: OwnerTexts): string {
  return t(`content.values.${value}` as never, { defaultValue: value }) as string;
}

/** Returns a page's name, or else its path. */
export function getPageName(path: string, { t }: OwnerTexts): string {
  return t(`content.pages.${path.slice(1) || "home"}` as never, { defaultValue: path }) as string;
}

export function describeLocation(file: string, ownerTexts: OwnerTexts, title?: string, field = "") {
  const [folder = "", id = ""] = file.split("/");
  const code = getFileLocale(file);
  return [
    getKindName(parse(folder).name, ownerTexts),
    title ?? getKindName(folder === filesFolder ? id : parse(id).name, ownerTexts),
    code && locales[code].label,
    describeField(field, parse(folder).name, ownerTexts),
  ]
    .filter((part) => part && !isLocale(part))
    .join(" · ");
}

/**
 * Describes a field for a person, for example `ingredients[0].dose` as “Composition 1 Dose”. A list's entry may have
 * its title instead of its index, for example `[News].path`.
 */
export function describeField(field: string, kind: string, ownerTexts: OwnerTexts): string {
  const steps = field.match(/\[[^[\]]*\]|[^.[\]]+/g) ?? [];
  return steps.map((step) => describeStep(step, kind, ownerTexts)).join(" ");
}

function describeStep(step: string, kind: string, ownerTexts: OwnerTexts): string {
  const entry = step.startsWith("[") ? step.slice(1, -1) : step;
  if (/^\d+$/.test(entry)) return String(Number(entry) + 1);
  return entry === step ? getLabel(step, ownerTexts, kind) : entry;
}
