import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath } from "#app/i18n/urls.ts";
import type { BatchExample, NoBatch } from "#app/loaders/batches.server.ts";

type BatchExampleProps = {
  example?: BatchExample | undefined;
  /** Replaces the example if no batch is usable. */
  none?: NoBatch | undefined;
};

/** Renders an example for the look-up. */
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
