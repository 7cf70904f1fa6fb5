import { useTranslation } from "react-i18next";
import { DateText } from "#app/components/ui/date-text.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath } from "#app/i18n/urls.ts";
import type { LatestBatchData, NoBatch, ProductBatch } from "#app/loaders/batches.server.ts";
import { AskLink } from "./ask-link.tsx";
import { BatchLookup } from "./batch-lookup.tsx";
import { BatchStateMark } from "./batch-state.tsx";
import styles from "./info-sections.module.css";

type LatestBatchProps = {
  title: string;
  product: string;
  latest: Pick<LatestBatchData, "id" | "proof"> | undefined;
  /** A sentence and a contact link, if no batch is usable. */
  noBatch: NoBatch | undefined;
};

export function LatestBatch({ title, product, latest, noBatch }: LatestBatchProps) {
  if (!latest && !noBatch) return null;
  return (
    <section className={styles["latest"]}>
      <h2>
        {title} {latest && <SiteLink to={getContentPath("batch", latest.id)}>{latest.id}</SiteLink>}
      </h2>
      <p className="verdict">
        {latest?.proof && <BatchStateMark state={latest.proof.state}>{latest.proof.verdict}</BatchStateMark>}
        {noBatch?.text}
      </p>
      {noBatch && (
        <AskLink kind="product" subject={product}>
          {noBatch.linkText}
        </AskLink>
      )}
    </section>
  );
}

export function ProductBatches({ batches }: { batches: ProductBatch[] }) {
  const { t } = useTranslation("info");
  if (batches.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("batches")}</h2>
      <ul className="stack-3">
        {batches.map(({ id, produced, state, sentence }) => (
          <li key={id} className={styles["tags"]}>
            <SiteLink to={getContentPath("batch", id)}>{id}</SiteLink>
            {produced && (
              <span className="note">
                <DateText date={produced} />
              </span>
            )}
            <BatchStateMark state={state}>{sentence}</BatchStateMark>
          </li>
        ))}
      </ul>
      <BatchLookup />
    </section>
  );
}
