import { useTranslation } from "react-i18next";
import type { LookupPageData } from "#app/loaders/batch-lookups.server.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { AskLink } from "../item/ask-link.tsx";
import { RecallList } from "../item/recall-list.tsx";
import { Page } from "../layout/page.tsx";
import { BatchLookupWithExample } from "./batch-example.tsx";
import { BatchLookup } from "./batch-lookup.tsx";
import tools from "./list-tools.module.css";
import { NoteForm } from "./note-form.tsx";

/** Renders the look-up forms, and a problem with the input. */
export function LookupPage({ title, number, problem, count, example, none, recalls }: LookupPageData) {
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
