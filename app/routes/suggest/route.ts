import type { Handle } from "#app/handle.ts";
import { isKeywordTooLong, readKeyword } from "#app/http/params.ts";
import { getApi, getT } from "#app/http/request-context.ts";
import { getContentPath, localizePath, splitLocale } from "#app/i18n/urls.ts";
import { createBatchSuggestion } from "#app/loaders/batch-states.server.ts";
import { findByNumber } from "#app/loaders/numbers.server.ts";
import { joinMarks } from "#app/loaders/restrictions.server.ts";
import { searchKinds } from "#app/loaders/searches.server.ts";
import type { BatchRow } from "#app/services/api/contract/batches/batches.ts";
import type { Row } from "#app/services/api/contract/entities.ts";
import { compareHits } from "#app/services/api/contract/hits.ts";
import { getCacheControlForStatus } from "#app/services/runtime/web/http-cache.ts";
import type { Route } from "./+types/route";

export const handle = { query: ["q"] } satisfies Handle;

const maxSuggestions = 8;

export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
  const q = readKeyword(url, "q");
  const createInit = (status: number) => ({ status, headers: { "Cache-Control": getCacheControlForStatus(status) } });
  if (isKeywordTooLong(q)) return Response.json({ suggestions: [] }, createInit(400));
  const { locale } = splitLocale(url.pathname);
  const t = getT(context, "loader");
  const query = { keyword: q, pageSize: maxSuggestions, brief: "1" } as const;
  const [lists, exactMatch] = await Promise.all([
    q === "" ? [] : searchKinds(getApi(context), query),
    findByNumber(context, q),
  ]);
  const exactPath = exactMatch && localizePath(exactMatch.path, locale);
  const suggestedItems = lists
    .flatMap(({ kind, rows }) => rows.map((row) => ({ kind, row })))
    .sort((a, b) => compareHits(a.row, b.row))
    .map(({ kind, row }) => {
      const words =
        kind === "batch"
          ? createBatchSuggestion(context, row as BatchRow)
          : { title: row.title, match: joinMarks(t, row as Row, row.hit?.name) };
      return { ...words, path: localizePath(getContentPath(kind, row.id), locale), kind };
    })
    .filter(({ path }) => path !== exactPath);
  const suggestions = [...(exactMatch ? [{ ...exactMatch, path: exactPath }] : []), ...suggestedItems].slice(
    0,
    maxSuggestions,
  );
  return Response.json({ suggestions }, createInit(200));
}
