import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import styles from "#app/components/item/batch-lookup.module.css";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath } from "#app/i18n/urls.ts";
import type { BatchExample, NoBatch } from "#app/loaders/batches.server.ts";

type BatchExampleProps = {
  example?: BatchExample | undefined;
  /** Replaces the example if no batch is usable. */
  none?: NoBatch | undefined;
};

export function BatchExampleNote({ example, none }: BatchExampleProps) {
  const { t } = useTranslation("info");
  return (
    <>
      {example && (
        <p className="note">
          {t("batchExample")} <SiteLink to={getContentPath("batch", example.id)}>{example.id}</SiteLink>{" "}
          <BatchStateMark state={example.state}>{example.word}</BatchStateMark>
        </p>
      )}
      {none && (
        <p className="note">
          {none.text} <SiteLink to={href("/contact-us")}>{none.linkText}</SiteLink>
        </p>
      )}
    </>
  );
}

/** Renders the look-up (`children`) and an example, next to a drawing of where the label has the number. */
export function BatchLookupWithExample({ children, ...example }: BatchExampleProps & { children: ReactNode }) {
  return (
    <div className={styles["columns"]}>
      <div className="stack-3">
        {children}
        <BatchExampleNote {...example} />
      </div>
      <BatchLabel {...example.example} />
    </div>
  );
}

function BatchLabel({ id, product }: Partial<BatchExample>) {
  const { t } = useTranslation("info");
  return (
    <svg className={styles["label"]} viewBox="0 0 240 150" role="img" aria-label={t("batchLabel")} fill="none">
      <rect x="1" y="1" width="238" height="148" rx="3" fill="var(--paper-raised)" stroke="var(--line)" />
      <path d="M16 50h132M16 62h108M16 74h120M16 134h84" stroke="var(--line)" strokeWidth="2" />
      <path d="M172 48h20v20h-20zM204 48h20v20h-20zM172 80h20v20h-20zM204 80h8v8h-8zM216 92h8v8h-8z" strokeWidth="4" />
      <rect x="10" y="92" width="146" height="30" rx="15" stroke="var(--cinnabar)" strokeWidth="2" />
      <text x="16" y="34" fontSize="16">
        {product}
      </text>
      <text x="22" y="112" fontSize="14">
        {t("batchShort")} {id}
      </text>
    </svg>
  );
}
