import { z } from "zod";
import { getContentDesk } from "#app/http/desk-context.ts";
import { notFound } from "#app/http/responses.ts";
import { describeChange } from "#app/routes/desk/publish/data.server.ts";
import { describeRelease } from "#app/routes/desk/releases/data.server.ts";
import { filePathSchema, releaseSchema } from "#app/services/content/releases/release.ts";
import { describeLocation } from "#app/services/desk/content-names.ts";

type Args = Parameters<typeof notFound>[0];

const querySchema = z.object({ part: filePathSchema, release: releaseSchema.shape.id.optional() });

export function readHistoryQuery(args: Args) {
  const query = querySchema.safeParse(Object.fromEntries(args.url.searchParams)).data;
  if (!query) throw notFound(args);
  return query;
}

export async function loadHistory(args: Args) {
  const { ownerTexts, publishing } = getContentDesk(args.context);
  const { part, release } = readHistoryQuery(args);
  const { releases, title, version, change } = await publishing.readHistory(part, release);
  return {
    part,
    place: describeLocation(part, title, "", ownerTexts),
    releases: releases.map((one) => describeRelease(one, ownerTexts)),
    release,
    version,
    change: change && describeChange(change, undefined, ownerTexts),
  };
}
