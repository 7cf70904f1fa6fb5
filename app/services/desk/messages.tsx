import { pipeline } from "node:stream/promises";
import type { Request } from "express";
import { z } from "zod";
import { toCsv } from "../submissions/inbox/csv.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import { pageSize, type Filter, type StoredSubmission } from "../submissions/inbox/submission-list.ts";
import { formatTopic, readSubmissionFields } from "../submissions/outbox/describe.ts";
import { sendPage, type DeskResponse } from "./page.tsx";

const views = { open: { isDone: false }, done: { isDone: true }, all: {} } as const;

const viewNames = Object.keys(views) as (keyof typeof views)[];

const querySchema = z.object({
  view: z.enum(viewNames).catch("open"),
  q: z.string().trim().max(200).catch(""),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});

/** Selects the messages of a view, or those that a search finds in all views. */
const toFilter = ({ view, q }: z.output<typeof querySchema>): Filter => (q === "" ? views[view] : { text: q });

export async function showMessages(request: Request, response: DeskResponse): Promise<void> {
  const query = querySchema.parse(request.query);
  const { desk, owner } = response.locals;
  const { page } = query;
  const { submissions, count } = await desk.inbox.readPage(toFilter(query), page);
  const pageCount = Math.max(1, Math.ceil(count / pageSize));
  const { t } = owner;
  const search = (change: Partial<Record<keyof typeof query, string | number>>) =>
    `?${new URLSearchParams(Object.entries({ ...query, page: 1, ...change }).map(([name, value]) => [name, String(value)]))}`;
  sendPage(
    response,
    { title: t("desk.messages.title") },
    <>
      <div className="tools">
        <nav className="views" aria-label={t("desk.messages.views")}>
          {viewNames.map((view) => (
            <a
              key={view}
              href={`?view=${view}`}
              aria-current={query.q === "" && query.view === view ? "page" : undefined}
            >
              {t(`desk.messages.view.${view}`)}
            </a>
          ))}
        </nav>
        <form role="search" className="search">
          <label className="visually-hidden" htmlFor="q">
            {t("desk.messages.search")}
          </label>
          <input id="q" name="q" type="search" defaultValue={query.q} placeholder={t("desk.messages.search")} />
          <button className="quiet">{t("desk.messages.searchSubmit")}</button>
        </form>
      </div>
      <p className="note">
        {t("inbox.count", { count })}{" "}
        {count > 0 && (
          <a href={`/desk/messages.csv${search({})}`} download>
            {t("desk.messages.export")}
          </a>
        )}
      </p>
      {submissions.length === 0 && <p>{t(query.q ? "inbox.notFound" : "desk.messages.none")}</p>}
      <ul className="rows">
        {submissions.map((message) => (
          <Row key={message.id} message={message} owner={owner} />
        ))}
      </ul>
      {pageCount > 1 && (
        <nav className="views" aria-label={t("desk.messages.pages")}>
          {page > 1 && <a href={search({ page: page - 1 })}>{t("desk.messages.newer")}</a>}
          <span>{t("desk.messages.page", { page, pages: pageCount })}</span>
          {page < pageCount && <a href={search({ page: page + 1 })}>{t("desk.messages.older")}</a>}
        </nav>
      )}
    </>,
  );
}

function Row({ message, owner }: { message: StoredSubmission; owner: Owner }) {
  const { t, formatSortableTime } = owner;
  const { reference, kind, createdAt, doneAt, status, payload } = message;
  const fields = readSubmissionFields(payload);
  return (
    <li>
      <a href={`/desk/messages/${reference}`}>
        <strong>{fields.name}</strong> <span>{formatTopic(fields, owner)}</span>
      </a>
      <span className="note">
        {[
          formatSortableTime(createdAt),
          t(`kinds.${kind}`),
          fields.company,
          doneAt && t("states.done"),
          (status === "refused" || status === "failed") && t(`deliveries.${status}`),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}

export async function exportMessages(request: Request, response: DeskResponse): Promise<void> {
  const { desk, account, owner, requestId } = response.locals;
  desk.log.info({ requestId, account }, "desk: messages exported");
  const day = owner.formatSortableTime(new Date().toISOString()).slice(0, 10);
  response.attachment(`messages-${day}.csv`).type("text/csv; charset=utf-8");
  const parts = desk.inbox.readParts(toFilter(querySchema.parse(request.query)));
  await pipeline(toCsv(parts, owner), response);
}
