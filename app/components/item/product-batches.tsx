import { useTranslation } from "react-i18next";
import { getContentPath } from "#app/i18n/urls.ts";
import type { LatestBatchData, NoBatch, ProductBatch } from "#app/loaders/batches.server.ts";
import { BatchLookup } from "../search/batch-lookup.tsx";
import { DateText } from "../ui/date-text.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { AskLink } from "./ask-link.tsx";
import { BatchStateMark } from "./batch-state.tsx";
import styles from "./info-sections.module.css";

export function LatestBatch({
  title,
  id,
  proof,
}: Pick<LatestBatchData, "id" | "proof"> & { title: string | undefined }) {
  return (
    <section className={styles["latest"]}>
      <h2>
        {title} <SiteLink to={getContentPath("batch", id)}>{id}</SiteLink>
      </h2>
      {proof && (
        <p>
          <BatchStateMark state={proof.state}>{proof.verdict}</BatchStateMark>
        </p>
      )}
    </section>
  );
}

type NoCurrentBatchProps = NoBatch & { title: string | undefined; product: string };

/** Renders a sentence and a contact link in place of the latest batch, if no batch is usable. */
export function NoCurrentBatch({ title, product, text, linkText }: NoCurrentBatchProps) {
  return (
    <section className={styles["latest"]}>
      <h2>{title}</h2>
      <p>{text}</p>
      <AskLink kind="product" subject={product}>
        {linkText}
      </AskLink>
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
