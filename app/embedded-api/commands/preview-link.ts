import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isKind, kinds } from "../../contract/kinds.ts";
import { previewParameter } from "../../contract/preview.ts";
import { localeCodes, locales } from "../../i18n/locales.ts";
import { EnvironmentError } from "../../platform/environment-error.ts";
import { readEnvironment, type Environment } from "../../platform/environment.ts";
import { paths } from "../../platform/paths.ts";
import { createPreviews } from "../previews.ts";
import { itemOfPath, prefixOf } from "../site-paths.ts";

const help = `npm run preview-link -- KIND/ID [--days N]

  KIND/ID     an item, as its folder in content is called (product/huang-qi), or the address of its page
  --days N    how long the links work: 1 to 90 days (7)

The site must run with the same PREVIEW_SECRET.`;

/** Something that the person who typed it can put right; its message says how. */
class UsageError extends Error {}

/** `npm run preview-link`: prints links to an item that isn't public yet, a language a line. */
try {
  const options = { days: { type: "string", default: "7" }, help: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  console.log(values.help ? help : previewLinks(readEnvironment(process.env), positionals[0], values.days));
} catch (error) {
  const isUsage = error instanceof UsageError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isUsage || error instanceof EnvironmentError ? (error as Error).message : error);
  process.exitCode = 1;
}

function previewLinks(environment: Environment, item: string | undefined, days: string): string {
  const { PREVIEW_SECRET, API_BASE_URL, SITE_URL, PORT } = environment;
  if (API_BASE_URL)
    throw new UsageError("Preview links are off where API_BASE_URL is set: your own system has its own.");
  if (!PREVIEW_SECRET) {
    throw new UsageError(
      "Preview links are off. Set PREVIEW_SECRET to a long random text of at least 16 characters, the same for the site and for this command.",
    );
  }
  const { kind, id, site } = itemOf(item);
  if (!/^[1-9]\d?$/.test(days) || Number(days) > 90)
    throw new UsageError(`--days ${days}: write a number from 1 to 90.`);
  const end = new Date(Date.now() + Number(days) * 24 * 60 * 60 * 1000);
  const query = `?${previewParameter}=${createPreviews(PREVIEW_SECRET).proof(kind, id, end)}`;
  const origin = SITE_URL ?? site ?? `http://localhost:${PORT}`;
  // Beside the links, for whoever passes on what is printed.
  if (origin.startsWith("http://localhost:"))
    console.error(`Without SITE_URL the links lead to this machine: ${origin}`);
  const links = localeCodes.map(
    (code) => `${locales[code].label}\t${origin}${locales[code].prefix}/${kind}/info/${id}${query}`,
  );
  return [...links, `They work until ${end.toISOString().slice(0, 16).replace("T", " ")} UTC.`].join("\n");
}

/** `site` is the origin, where the whole address of a page was given. */
function itemOf(item: string | undefined) {
  if (item === undefined) throw new UsageError(`Which item?\n\n${help}`);
  const { site, path } = placeOf(item);
  const [kind, id = "", ...rest] = path.split("/");
  if (!isKind(kind) || !/^[a-z0-9-]+$/.test(id) || rest.length > 0) {
    throw new UsageError(
      `${item} is no item: write ${kinds.join(", ")}, a slash and the folder, such as product/huang-qi.`,
    );
  }
  // Where a built site runs there may be no content folder: then nothing can be said of it here.
  if (existsSync(paths.content) && !existsSync(join(paths.content, kind, id))) {
    throw new UsageError(`There is no folder ${join(paths.content, kind, id)}.`);
  }
  return { kind, id, site };
}

/** What was typed, as kind and id: a folder, the path of a page or its whole address, in whichever language. */
function placeOf(item: string): { site?: string; path: string } {
  const url = /^https?:/.test(item) && URL.canParse(item) ? new URL(item) : undefined;
  const path = (url?.pathname ?? item).split(/[?#]/)[0]!;
  const page = path.slice(prefixOf(path)?.length ?? 0).replace(/\/$/, "");
  return { site: url?.origin, path: itemOfPath(page) ?? path.replace(/^content\/|\/$/g, "") };
}
