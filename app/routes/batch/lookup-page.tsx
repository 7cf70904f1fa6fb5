import { href } from "react-router";
import { useTranslation } from "react-i18next";
import { Page } from "../../components/layout/page.tsx";
import { BatchLookupWithExample, type BatchExample } from "../../components/search/batch-example.tsx";
import { BatchLookup } from "../../components/search/batch-lookup.tsx";
import tools from "../../components/search/list-tools.module.css";
import { SiteLink } from "../../components/ui/site-link.tsx";
import { RecallList } from "../../components/item/recall.tsx";
import type { Recall } from "../../loaders/recalls.server.ts";
import type { Lookup } from "../../loaders/batches.server.ts";
import { limits } from "../../services/api/contract/limits.ts";

type LookupPageProps = { title: string; example: BatchExample | undefined; recalls: Recall[] } & Omit<Lookup, "batch">;

export function LookupPage({ title, number, problem, example, recalls }: LookupPageProps) {
  const { t } = useTranslation("batch");
  const attributes = problem && { "aria-invalid": true, "aria-describedby": "number-error" };
  return (
    <Page title={title} lead={t("prompt")}>
      <BatchLookupWithExample example={example}>
        <BatchLookup key={number} defaultValue={number} {...attributes}>
          {problem && (
            <p id="number-error" className={tools["error"]}>
              {t(problem, { number, max: limits.batchNumber })}
            </p>
          )}
        </BatchLookup>
        {problem && (
          <p>
            <SiteLink to={href("/contact-us")}>{t("ask")}</SiteLink>
          </p>
        )}
      </BatchLookupWithExample>
      <RecallList recalls={recalls} title={t("recall.recalls")} />
    </Page>
  );
}
