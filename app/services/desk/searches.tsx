import type { Request, Response } from "express";
import { listMissedSearches } from "../submissions/missed-searches.ts";
import type { Desk } from "./desk.ts";
import { createPageOptions } from "./page-options.ts";
import { sendPage } from "./page.tsx";

const maxWords = 200;

/** Shows what visitors searched for in vain, most frequent first. */
export async function showSearches(desk: Desk, request: Request, response: Response): Promise<void> {
  const options = await createPageOptions(desk, request, response, "searches");
  const { t, formatNumber } = options.owner;
  const searches = await listMissedSearches(desk.database);
  const words = [...Map.groupBy(searches, ({ word }) => word)]
    .map(([word, rows]) => ({ word, last: rows[0]!.day, count: rows.reduce((sum, row) => sum + row.count, 0) }))
    .toSorted((a, b) => b.count - a.count || (a.last < b.last ? 1 : -1))
    .slice(0, maxWords);
  sendPage(
    response,
    { ...options, title: t("desk.searches.title") },
    <>
      <p className="hint">{t(words.length > 0 ? "desk.searches.lead" : "desk.searches.none")}</p>
      {words.length > 0 && (
        <table>
          <thead>
            <tr>
              {(["word", "count", "last"] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`desk.searches.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {words.map(({ word, count, last }) => (
              <tr key={word}>
                <td>{word}</td>
                <td>{formatNumber(count)}</td>
                <td>{last}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>,
  );
}
