import { listMissedSearches } from "../submissions/missed-searches.ts";
import type { Desk } from "./desk.ts";
import { sendPage, Table, type DeskResponse } from "./page.tsx";

const maxWords = 200;

/** Shows what visitors searched for in vain, most frequent first. */
export async function showSearches(desk: Desk, response: DeskResponse): Promise<void> {
  const { t, formatNumber } = response.locals.owner;
  const searches = await listMissedSearches(desk.database);
  const words = [...Map.groupBy(searches, ({ word }) => word)]
    .map(([word, rows]) => ({ word, last: rows[0]!.day, count: rows.reduce((sum, row) => sum + row.count, 0) }))
    .toSorted((a, b) => b.count - a.count || (a.last < b.last ? 1 : -1))
    .slice(0, maxWords);
  sendPage(
    response,
    { title: t("desk.tabs.searches") },
    <>
      <p className="hint">{t(words.length > 0 ? "desk.searches.lead" : "desk.searches.none")}</p>
      {words.length > 0 && (
        <Table
          headings={[t("desk.searches.word"), t("desk.searches.count"), t("desk.searches.last")]}
          rows={words.map(({ word, count, last }) => ({ key: word, cells: [word, formatNumber(count), last] }))}
        />
      )}
    </>,
  );
}
