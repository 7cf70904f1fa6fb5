import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { getDesk } from "#app/http/desk-context.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { SearchForm } from "#app/routes/desk/frame/search-form.tsx";
import { pageSize } from "#app/services/submissions/inbox/submission-list.ts";
import {
  formatTopic,
  joinTexts,
  maxContactLength,
  readSubmissionFields,
  toSingleLine,
  truncate,
} from "#app/services/submissions/texts/describe.ts";
import type { Route } from "./+types/route";
import { readMessagesQuery, toFilter, viewNames, type MessagesQuery } from "./query.server.ts";

/** Maximum characters of a text in the message list. */
const maxTextLength = 100;

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = readMessagesQuery(url.searchParams);
  const { desk, ownerTexts } = getDesk(context);
  const { submissions, count } = await desk.inbox.readPage(toFilter(query), query.page);
  const messages = submissions.map(({ reference, kind, createdAt, doneAt, status, payload }) => {
    const fields = readSubmissionFields(payload);
    const { name, company, contact } = fields;
    const [, text = ""] = /(\S.*)/.exec(joinTexts(kind, fields)) ?? [];
    return {
      reference,
      kind,
      time: ownerTexts.formatSortableTime(createdAt),
      isDone: doneAt !== undefined,
      status,
      name,
      company,
      contact: truncate(toSingleLine(contact), maxContactLength),
      topic: formatTopic(kind, fields, ownerTexts),
      text: truncate(toSingleLine(text), maxTextLength),
    };
  });
  return { query, viewNames, messages, count, pageCount: Math.max(1, Math.ceil(count / pageSize)) };
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { query, messages, count, pageCount } = loaderData;
  const { page } = query;
  const { t } = useTranslation("owner");
  const createQuery = (change: Partial<MessagesQuery>) =>
    `?${new URLSearchParams(Object.entries({ ...query, page: 1, ...change }).map(([name, value]) => [name, String(value)]))}`;
  return (
    <DeskPage title={t("desk.messages.title")}>
      <div className="tools">
        <nav className="views" aria-label={t("desk.messages.views")}>
          {loaderData.viewNames.map((view) => (
            <a
              key={view}
              href={`?view=${view}`}
              aria-current={query.q === "" && query.view === view ? "page" : undefined}
            >
              {t(`desk.messages.view.${view}`)}
            </a>
          ))}
        </nav>
        <SearchForm q={query.q} label={t("desk.messages.search")} />
      </div>
      <p className="note">
        {t("inbox.count", { count })}{" "}
        {count > 0 && (
          <a href={href("/desk/messages.csv") + createQuery({})} download>
            {t("desk.messages.export")}
          </a>
        )}
      </p>
      {messages.length === 0 && <p>{t(query.q ? "inbox.notFound" : "desk.messages.none")}</p>}
      <ul className="rows">
        {messages.map((message) => (
          <Row key={message.reference} {...message} />
        ))}
      </ul>
      {pageCount > 1 && (
        <nav className="views" aria-label={t("desk.messages.pages")}>
          {page > 1 && <a href={createQuery({ page: page - 1 })}>{t("desk.messages.newer")}</a>}
          <span>{t("desk.messages.page", { page, pages: pageCount })}</span>
          {page < pageCount && <a href={createQuery({ page: page + 1 })}>{t("desk.messages.older")}</a>}
        </nav>
      )}
    </DeskPage>
  );
}

type RowProps = Route.ComponentProps["loaderData"]["messages"][number];

function Row({ reference, kind, time, isDone, status, name, company, contact, topic, text }: RowProps) {
  const { t } = useTranslation("owner");
  const hasFailed = ["refused", "failed", "uncertain"].includes(status);
  const notes = [
    time,
    t(`kinds.${kind}`),
    company,
    contact,
    isDone && t("states.done"),
    hasFailed && t(`deliveries.${status}`),
  ];
  return (
    <li>
      <a href={href("/desk/messages/:reference", { reference })}>
        <strong>{name}</strong> <span>{topic}</span>
      </a>
      {/* Omits a text that begins with the topic: without items, the topic is the beginning of the text. */}
      {text && !text.startsWith(topic.replace(/…$/, "")) && <span>{text}</span>}
      <span className="note">{notes.filter(Boolean).join(" · ")}</span>
    </li>
  );
}
