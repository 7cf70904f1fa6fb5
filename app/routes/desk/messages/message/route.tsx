import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import { DeskPage, Table } from "#app/routes/desk/frame/page.tsx";
import type { Route } from "./+types/route";
import { changeMessage } from "./action.server.ts";
import { loadMessage } from "./data.server.ts";
import { maxNoteLength } from "./note.ts";

export const loader = (args: Route.LoaderArgs) => loadMessage(args);

export const action = (args: Route.ActionArgs) => changeMessage(args);

export default function Message({ loaderData }: Route.ComponentProps) {
  const { reference, title, items, text, answers, facts, notes, problems, isDone, canRetry } = loaderData;
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={title}>
      {items.length > 0 && <Items items={items} />}
      {text && <MessageText text={text} />}
      <p className="tools">
        {answers.map(({ isMail, contact, url }, index) => (
          <a key={contact} className={buttons[index === 0 ? "primary" : "quiet"]} href={url}>
            {t(isMail ? "desk.message.mail" : "desk.message.call")}
            {answers.length > 1 && ` ${contact}`}
          </a>
        ))}
      </p>
      <Facts facts={facts} />
      {notes.length > 0 && <h2>{t("fields.notes")}</h2>}
      {notes.map(({ text: note, time }) => (
        <p key={time + note} className="text">
          <span className="note">{time}</span> {note}
        </p>
      ))}
      {problems.map((problem) => (
        <p key={problem} className="note">
          {problem}
        </p>
      ))}
      {/* Each button also saves the field's text. */}
      <form method="post" className="narrow">
        <Field name="note" label={t("desk.message.note")}>
          {(control) => <textarea {...control} rows={3} maxLength={maxNoteLength} />}
        </Field>
        <p className="tools">
          <button name="intent" value={isDone ? "reopen" : "done"} className={buttons["primary"]}>
            {t(isDone ? "desk.message.reopen" : "desk.message.done")}
          </button>
          <button name="intent" value="note" className={buttons["quiet"]}>
            {t("desk.message.addNote")}
          </button>
          {canRetry && (
            <button name="intent" value="retry" className={buttons["quiet"]}>
              {t("desk.message.retry")}
            </button>
          )}
        </p>
      </form>
      <p>
        <a className="beside" href={href("/desk/messages/:reference/forget", { reference })}>
          {t("desk.message.forget")}
        </a>
      </p>
    </DeskPage>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function Items({ items }: Pick<LoaderData, "items">) {
  const { t } = useTranslation("owner");
  return (
    <Table
      headings={[t("fields.product"), t("fields.sku"), t("fields.quantity")]}
      rows={items.map(({ id, title, sku, quantity, url }) => [
        <a key={id} href={url}>
          {title}
        </a>,
        sku,
        quantity,
      ])}
    />
  );
}

function Facts({ facts }: Pick<LoaderData, "facts">) {
  const { t } = useTranslation("owner");
  return (
    <dl className="facts">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{t(`fields.${name}`)}</dt>
          <dd className={name === "contact" ? "whole" : undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Characters above which a text is folded, because a pasted list may be long. */
const maxUnfolded = 2000;

function MessageText({ text }: { text: string }) {
  const paragraph = <p className="text">{text}</p>;
  if (text.length <= maxUnfolded) return paragraph;
  return (
    <details>
      <summary>{`${text.slice(0, 200)} …`}</summary>
      {paragraph}
    </details>
  );
}
