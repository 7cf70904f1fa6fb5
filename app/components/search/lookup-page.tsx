import { useTranslation } from "react-i18next";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { BatchLookup } from "#app/components/item/batch-lookup.tsx";
import { RecallList } from "#app/components/item/recall-list.tsx";
import { Page } from "#app/components/ui/page.tsx";
import type { LookupPageData } from "#app/loaders/batch-lookups.server.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { BatchExampleNote } from "./batch-example.tsx";
import { NoteForm } from "./note-form.tsx";

/** Renders the look-up forms, with the input's problem. */
export function LookupPage({ title, number, problem, count, example, none, recalls }: LookupPageData) {
  const { t } = useTranslation("batch");
  const isNoteProblem = problem === "tooMany" || problem === "tooMuch" || problem === "limited";
  const max = isNoteProblem ? limits.noteNumbers : limits.batchNumber;
  const error = problem && t(problem, { number, max, count });
  const attributes = error && !isNoteProblem && { "aria-invalid": true, "aria-describedby": "number-error" };
  return (
    <Page title={title} lead={t("prompt")}>
      <div className="stack-3">
        <BatchLookup key={number} defaultValue={isNoteProblem ? undefined : number} {...attributes}>
          {error && !isNoteProblem && (
            <p id="number-error" className="note error">
              {error}
            </p>
          )}
        </BatchLookup>
        {problem === "unknown" && (
          <p>
            <AskLink kind="batch" subject={number}>
              {t("ask")}
            </AskLink>
          </p>
        )}
        <NoteForm title={t("note.several")} {...(isNoteProblem && { numbers: number, error })} />
        <BatchExampleNote example={example} none={none} />
      </div>
      {recalls && <RecallList recalls={recalls} title={t("recall.recalls")} />}
      {recalls?.length === 0 && <p className="note">{t("recall.none")}</p>}
    </Page>
  );
}
