import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FadeUp } from "#app/components/motion/fade-up.tsx";
import { DateText } from "#app/components/ui/date-text.tsx";
import { useLocale } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath, getSearchPath, localizePath } from "#app/i18n/urls.ts";
import type { BatchState } from "#app/services/api/contract/batches/batch-state.ts";
import type { AssessedBatch, Batch } from "#app/services/api/contract/batches/batches.ts";
import styles from "./batch-sections.module.css";
import { CertificateLink } from "./certificate-link.tsx";
import { Remark } from "./page-sections.tsx";
import { ResultTable } from "./result-table.tsx";

/** `noResults`: text in place of the results. */
type ResultsProps = { batch: AssessedBatch; state: BatchState; noResults: string | undefined };

/** Renders the results; a batch that isn't released has its certificate below them. */
export function BatchResults({ batch, state, noResults }: ResultsProps) {
  const { t } = useTranslation("batch");
  const { id, results, note, lang, certificate } = batch;
  return (
    <section className={`stack ${styles["results"]}`}>
      <h2 id="results">{t(state === "recalled" && results.length > 0 ? "recall.tested" : "results")}</h2>
      {noResults ? (
        <p>{noResults}</p>
      ) : (
        <ResultTable results={results} lang={lang} hasVerdicts={state !== "recalled"} />
      )}
      {note && <Remark lang={lang}>{note}</Remark>}
      {certificate && state !== "released" && (
        <p className="no-print">
          <CertificateLink id={id} certificate={certificate} state={state} />
        </p>
      )}
    </section>
  );
}

/** Lists the dates from harvest to best before. */
export function BatchTimeline({ batch }: { batch: Batch }) {
  const { t } = useTranslation("batch");
  const { harvest, cut, produced, tested, released, bestBefore, lang } = batch;
  const steps = Object.entries({ harvest, cut, produced, tested, released, bestBefore }).flatMap(([name, date]) =>
    date ? [{ name: name as "harvest", date }] : [],
  );
  if (steps.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("timeline")}</h2>
      <FadeUp>
        <ol className={styles["timeline"]}>
          {steps.map(({ name, date }) => (
            <li key={name}>
              <span className="note">{t(`steps.${name}`)}</span>
              {/* Only the harvest may be a text. */}
              <span lang={name === "harvest" ? lang : undefined}>
                <DateText date={date} />
              </span>
            </li>
          ))}
        </ol>
      </FadeUp>
    </section>
  );
}

export function BatchOrigin({ batch: { origin, region } }: { batch: Batch }): ReactNode {
  if (!region) return origin;
  const link = <SiteLink to={getSearchPath(region)}>{region}</SiteLink>;
  const [before, ...after] = (origin ?? region).split(region);
  if (after.length === 0) return [origin, " ", link];
  return (
    <>
      {before}
      {link}
      {after.join(region)}
    </>
  );
}

export function BatchQrCode({ id }: Pick<Batch, "id">) {
  const { t } = useTranslation("batch");
  const address = localizePath(`${getContentPath("batch", id)}/qr.svg`, useLocale());
  return (
    <section className={`${styles["qr"]} stack-3`}>
      <img src={address} alt={t("qrAlt", { number: id })} width="160" height="160" />
      <p className="no-print">
        <a className="tall-link" href={address} download={`${id}.svg`}>
          {t("qrFile")}
        </a>
      </p>
    </section>
  );
}
