import { useTranslation } from "react-i18next";
import { AskLink } from "../../components/item/ask-link.tsx";
import { Share } from "../../components/item/share.tsx";
import { Page } from "../../components/layout/page.tsx";
import { DateText } from "../../components/ui/date-text.tsx";
import { SiteLink } from "../../components/ui/site-link.tsx";
import { getContentPath } from "../../i18n/urls.ts";
import { batchStates } from "../../services/api/contract/batch-state.ts";
import { NoteForm } from "./note-form.tsx";
import type { Note, NoteRow } from "./note.server.ts";
import styles from "./note.module.css";

type NotePageProps = { title: string; number: string; note: Note };

/** What is known of the batches of a delivery note. */
export function NotePage({ title, number, note: { day, rows } }: NotePageProps) {
  const { t } = useTranslation("batch");
  const unknown = rows.filter(({ id }) => id === undefined).map((row) => row.number);
  const counts = [
    ...batchStates.map((state) => [t(`states.${state}`), rows.filter((row) => row.state === state).length] as const),
    [t("note.unknown"), unknown.length] as const,
  ];
  return (
    <Page title={title} lead={counts.flatMap(([name, count]) => (count > 0 ? `${name} ${count}` : [])).join(" · ")}>
      <div className="stack-5">
        <p className="note">
          {t("note.checked")} <DateText date={day} />
        </p>
        <table className={styles["table"]}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <NoteTableRow key={index} row={row} />
            ))}
          </tbody>
        </table>
        {unknown.length > 0 && (
          <div className="stack-3">
            <p>{t("note.missing", { numbers: unknown.join(" · ") })}</p>
            <p className="no-print">
              <AskLink kind="batch" name={unknown.join("\n")}>
                {t("note.ask")}
              </AskLink>
            </p>
          </div>
        )}
        <NoteForm key={number} title={t("note.change")} numbers={number} />
        <Share title={title} />
      </div>
    </Page>
  );
}

const columns = ["note.number", "product", "note.state", "results", "bestBefore", "note.certificate"] as const;

function NoteTableRow({
  row: { number, id, isLocked, state, results, isOutside, product, bestBefore, certificate, lang },
}: {
  row: NoteRow;
}) {
  const { t } = useTranslation("batch");
  const isBad = state === undefined ? !isLocked : state === "recalled" || state === "expired";
  return (
    <tr>
      <th scope="row">
        {id === undefined ? number : <SiteLink to={getContentPath("batch", id)}>{number}</SiteLink>}
        {id !== undefined && id !== number && <span className="note"> {id}</span>}
      </th>
      <td lang={lang}>{product?.title}</td>
      <td className={isBad ? styles["bad"] : undefined}>
        {state ? t(`states.${state}`) : t(isLocked ? "note.locked" : "note.unknown")}
      </td>
      <td className={isOutside ? styles["bad"] : undefined}>{results}</td>
      <td data-label={t("bestBefore")}>{bestBefore && <DateText date={bestBefore} />}</td>
      <td>
        {certificate && (
          <SiteLink to={certificate.url}>
            {t("certificate")}
            <span className="visually-hidden"> {id}</span>
          </SiteLink>
        )}
      </td>
    </tr>
  );
}
