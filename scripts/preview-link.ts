import { existsSync } from "node:fs";
import { join } from "node:path";
import { contentKinds, isContentKind } from "../app/services/api/contract/kinds.ts";
import { previewParameter } from "../app/services/api/contract/headers.ts";
import { localeCodes, locales } from "../app/i18n/locales.ts";
import { getContentPath } from "../app/i18n/site-map.ts";
import { readEnvironment, type Environment } from "../app/services/runtime/environment.ts";
import { UsageError } from "../app/services/runtime/usage-error.ts";
import { createPreviews } from "../app/services/content/embedded-api/previews.ts";
import { getItemReference, getPrefix } from "../app/services/content/files/site-paths.ts";

import { runCommand } from "./command.ts";

const help = `npm run preview-link -- KIND/ID [--days N]

  KIND/ID     an item, a plain page or a batch, as it is called in content (product/huang-qi, batch/HQ251201), or the
              address of its page
  --days N    how long the links work: 1 to 90 days (7)

The site must run with the same PREVIEW_SECRET.`;

/** `npm run preview-link`: prints links to an item that isn't public yet, one line for each language. */
await runCommand({
  name: "preview-link",
  help,
  options: { days: { type: "string", default: "7" }, help: { type: "boolean" } },
  failureCode: 1,
  run: ({ days }, [item]) => console.log(formatPreviewLinks(readEnvironment(process.env), item, days)),
});

function formatPreviewLinks(environment: Environment, item: string | undefined, days: string): string {
  const { PREVIEW_SECRET, API_BASE_URL, SITE_URL, PORT, CONTENT_DIR, OWNER_TIME_ZONE } = environment;
  if (API_BASE_URL)
    throw new UsageError("Preview links are off where API_BASE_URL is set: your own system has its own.");
  if (!PREVIEW_SECRET) {
    throw new UsageError(
      "Preview links are off. Set PREVIEW_SECRET to a long random text of at least 16 characters, the same for the site and for this command.",
    );
  }
  const { kind, id, site } = parseItem(item, CONTENT_DIR);
  if (!/^[1-9]\d?$/.test(days) || Number(days) > 90)
    throw new UsageError(`--days ${days}: write a number from 1 to 90.`);
  const end = new Date(Date.now() + Number(days) * 24 * 60 * 60 * 1000);
  const query = `?${previewParameter}=${createPreviews(PREVIEW_SECRET).createProof(kind, id, end)}`;
  const origin = SITE_URL ?? site ?? `http://localhost:${PORT}`;
  // The warning goes to standard error, so that standard output has only links.
  if (origin.startsWith("http://localhost:"))
    console.error(`Without SITE_URL the links lead to this machine: ${origin}`);
  const links = localeCodes.map(
    (code) => `${locales[code].label}\t${origin}${locales[code].prefix}${getContentPath(kind, id)}${query}`,
  );
  return [...links, `They work until ${formatTime(end, OWNER_TIME_ZONE)}.`].join("\n");
}

/** Formats a time such as `2026-11-21 13:50 GMT+08:00`. */
function formatTime(time: Date, timeZone: string): string {
  const twoDigits = { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  // Swedish dates are ISO 8601.
  return time.toLocaleString("sv-SE", { timeZone, year: "numeric", ...twoDigits, timeZoneName: "longOffset" });
}

/** Parses the item. `site` is the origin if a complete URL was given. */
function parseItem(item: string | undefined, content: string) {
  if (item === undefined) throw new UsageError(`Which item?\n\n${help}`);
  const { site, path } = parseAddress(item);
  const [kind, id = "", ...rest] = path.split("/");
  const idPattern = kind === "batch" ? /^[A-Z0-9-]+$/ : /^[a-z0-9-]+$/;
  if (!isContentKind(kind) || !idPattern.test(id) || rest.length > 0) {
    throw new UsageError(
      `${item} isn't an item: write ${contentKinds.join(", ")}, a slash and its name in content, such as product/huang-qi.`,
    );
  }
  // A server may have no content folder. Then the item can't be checked.
  const source = join(content, kind, kind === "batch" ? `${id}.yaml` : id);
  if (existsSync(content) && !existsSync(source)) throw new UsageError(`There is no ${source}.`);
  return { kind, id, site };
}

/** Parses a folder, the path of a page or its URL in any language. */
function parseAddress(item: string): { site?: string; path: string } {
  const url = /^https?:/.test(item) && URL.canParse(item) ? new URL(item) : undefined;
  const path = (url?.pathname ?? item).split(/[?#]/)[0]!;
  const page = path.slice(getPrefix(path)?.length ?? 0).replace(/\/$/, "");
  return { site: url?.origin, path: getItemReference(page) ?? path.replace(/^content\/|\/$/g, "") };
}
