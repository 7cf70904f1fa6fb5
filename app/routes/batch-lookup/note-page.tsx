import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { CertificateLink } from "#app/components/item/certificate-link.tsx";
import { Share } from "#app/components/item/share.tsx";
import { NoteForm } from "#app/components/search/note-form.tsx";
import { DateText } from "#app/components/ui/date-text.tsx";
import { useLocale } from "#app/components/ui/page-data.ts";
import { Page } from "#app/components/ui/page.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { TableHead } from "#app/components/ui/table-head.tsx";
import { formatList } from "#app/i18n/format.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import styles from "./note.module.css";
import type { Note } from "./note.server.ts";
import { verdicts, type LookupVerdict } from "./verdicts.ts";

type NotePageProps = { title: string; number: string; note: Note };

export function NotePage({ title, number, note: { day, rows, unrecognised } }: NotePageProps) {
  const { t } = useTranslation("batch");
  const locale = useLocale();
  const { search } = useLocation();
  const unknownNumbers = rows.filter(({ verdict }) => verdict === "unknown").map((row) => row.number);
  const counts = verdicts.flatMap((verdict) => {
    const numbers = rows.filter((row) => row.verdict === verdict).map((row) => row.id ?? row.number);
    if (numbers.length === 0) return [];
    const count = t(`note.counts.${verdict}`, { count: numbers.length });
    return isUnusable(verdict) ? t("note.named", { count, numbers: formatList(numbers, locale) }) : count;
  });
  return (
    <Page title={title} lead={counts.join(" · ")} query={search}>
      <div className="stack-5">
        <p className="note">
          {t("note.checked")} <DateText date={day} />
        </p>
        <table className={styles["table"]}>
          <TableHead headings={columns.map((name) => t(name))} />
          <tbody>
            {rows.map((row, index) => (
              <NoteTableRow key={index} row={row} />
            ))}
          </tbody>
        </table>
        {unrecognised.length > 0 && <p>{t("note.unread", { words: formatList(unrecognised, locale) })}</p>}
        {unknownNumbers.length > 0 && (
          <div className="stack-3">
            <p>{t("note.missing", { numbers: unknownNumbers.join(" · ") })}</p>
            <p className="no-print">
              <AskLink kind="batch" subject={unknownNumbers.join("\n")}>
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

/** Whether batches with this verdict, including unknown ones, mustn't be used. The summary lists their numbers. */
const isUnusable = (verdict: LookupVerdict) => verdict !== "released" && verdict !== "locked";

const columns = ["note.number", "product", "note.state", "results", "bestBefore", "note.certificate"] as const;

function NoteTableRow({ row }: { row: Note["rows"][number] }) {
  const { number, id, verdict, state, word, results, advice, product, bestBefore, certificate, lang } = row;
  const { t } = useTranslation("batch");
  return (
    <tr>
      <th scope="row">
        {id === undefined ? (
          <span className={number.length > 16 ? undefined : styles["number"]}>{number}</span>
        ) : (
          <SiteLink to={getContentPath("batch", id)}>{number}</SiteLink>
        )}
        {id !== undefined && id !== number && <span className="note"> {t("note.readAs", { id })}</span>}
      </th>
      <td lang={lang}>{product?.title}</td>
      <td>
        {state ? <BatchStateMark state={state}>{word}</BatchStateMark> : <strong>{t(`states.${verdict}`)}</strong>}
        {advice && <p lang={state === "recalled" ? lang : undefined}>{advice}</p>}
      </td>
      <td>{results}</td>
      <td data-label={t("bestBefore")}>{bestBefore && <DateText date={bestBefore} />}</td>
      <td>{certificate && id !== undefined && <CertificateLink id={id} certificate={certificate} state={state} />}</td>
    </tr>
  );
}
