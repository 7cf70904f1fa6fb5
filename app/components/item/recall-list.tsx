import { DateText } from "#app/components/ui/date-text.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath } from "#app/i18n/urls.ts";
import type { RecallSummary } from "#app/loaders/recalls.server.ts";
import { BatchStateMark } from "./batch-state.tsx";
import styles from "./recall.module.css";

/** Links to recalled batches, with the day of recall. */
export function RecallList({ recalls, title }: { recalls: readonly RecallSummary[]; title: string }) {
  if (recalls.length === 0) return null;
  return (
    <section className={styles["notice"]}>
      <h2>
        <BatchStateMark state="recalled">{title}</BatchStateMark>
      </h2>
      <ul>
        {recalls.map(({ id, title: batch, date, lang, advice, adviceLang }) => (
          <li key={id}>
            <SiteLink to={getContentPath("batch", id)} lang={lang}>
              {batch}
            </SiteLink>{" "}
            {date && <DateText date={date} />} <span lang={adviceLang}>{advice}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
