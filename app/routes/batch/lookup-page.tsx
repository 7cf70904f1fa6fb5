import { useTranslation } from "react-i18next";
import { Page } from "#app/components/layout/page.tsx";
import { BatchLookupWithExample } from "#app/components/search/batch-example.tsx";
import { BatchLookup } from "#app/components/search/batch-lookup.tsx";
import tools from "#app/components/search/list-tools.module.css";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { RecallList } from "#app/components/item/recall.tsx";
import type { Recall } from "#app/loaders/recalls.server.ts";
import type { BatchExample, Lookup, NoBatch } from "#app/loaders/batches.server.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { NoteForm } from "./note-form.tsx";

type LookupPageProps = {
  title: string;
  count: number | undefined;
  example: BatchExample | undefined;
  none: NoBatch | undefined;
  recalls: Recall[];
} & Omit<Lookup, "batch">;

export function LookupPage({ title, number, problem, count, example, none, recalls }: LookupPageProps) {
  const { t } = useTranslation("batch");
  const isOfNote = problem === "tooMany" || problem === "tooMuch" || problem === "limited";
  const max = isOfNote ? limits.noteNumbers : limits.batchNumber;
  const error = problem && t(problem, { number, max, count });
  const attributes = error && !isOfNote && { "aria-invalid": true, "aria-describedby": "number-error" };
  return (
    <Page title={title} lead={t("prompt")}>
      <BatchLookupWithExample example={example} none={none}>
        <BatchLookup key={number} defaultValue={isOfNote ? undefined : number} {...attributes}>
          {error && !isOfNote && (
            <p id="number-error" className={tools["error"]}>
              {error}
            </p>
          )}
        </BatchLookup>
        {problem === "unknown" && (
          <p>
            <AskLink kind="batch" name={number}>
              {t("ask")}
            </AskLink>
          </p>
        )}
        <NoteForm title={t("note.several")} {...(isOfNote && { numbers: number, error })} />
      </BatchLookupWithExample>
      <RecallList recalls={recalls} title={t("recall.recalls")} />
    </Page>
  );
}
