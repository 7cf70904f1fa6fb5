import type { Request } from "express";
import { listMissedWords } from "../submissions/missed-searches.ts";
import { sendPage, Table, type DeskResponse } from "./page.tsx";

export async function showSearches(_request: Request, response: DeskResponse): Promise<void> {
  const { desk, owner } = response.locals;
  const { t, formatNumber } = owner;
  const words = await listMissedWords(desk.database);
  sendPage(
    response,
    { title: t("desk.tabs.searches") },
    <>
      <p className="note">{t(words.length > 0 ? "desk.searches.lead" : "desk.searches.none")}</p>
      {words.length > 0 && (
        <Table
          headings={[t("desk.searches.word"), t("desk.searches.count"), t("desk.searches.last")]}
          rows={words.map(({ word, count, last }) => ({ key: word, cells: [word, formatNumber(count), last] }))}
        />
      )}
    </>,
  );
}
