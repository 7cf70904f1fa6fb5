import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Field } from "#app/components/forms/field.tsx";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import buttons from "#app/components/ui/button.module.css";
import { DeskPage, LinkRow, Table } from "#app/routes/desk/frame/page.tsx";
import { getUnsavedPolicy, Unsaved } from "#app/routes/desk/frame/unsaved.tsx";
import type { Route } from "./+types/route";
import { saveBatch } from "./action.server.ts";
import { ColumnChoice } from "./columns.tsx";
import { loadBatchForm } from "./data.server.ts";

/** Loads the form of a new batch, or of a batch's results with a link to its recall. */
export const loader = (args: Route.LoaderArgs) => loadBatchForm(args);

export const action = (args: Route.ActionArgs) => saveBatch(args);

export const headers: Route.HeadersFunction = getUnsavedPolicy;

export default function Batch({ loaderData, actionData }: Route.ComponentProps) {
  const { number, editor, recall = "recall", described, products, labels } = loaderData;
  const { form, problems, canSave, columns, table } = actionData ?? {
    ...loaderData,
    problems: [],
    canSave: false,
    columns: undefined,
  };
  const { t } = useTranslation("owner");
  const isAsked = columns !== undefined && !columns.isChosen;
  const problem = problems.length > 0 ? t(canSave || isAsked ? "desk.batch.look" : "desk.batch.refused") : undefined;
  return (
    <DeskPage
      title={number === undefined ? t("desk.batch.new") : t("desk.batch.titleOf", { number })}
      problem={problem ?? loaderData.problem}
    >
      {described && (
        <p className={described.state && described.state !== "released" ? "notice problem" : "notice"}>
          {described.state ? (
            <BatchStateMark state={described.state}>{described.sentence}</BatchStateMark>
          ) : (
            described.sentence
          )}
        </p>
      )}
      {problems.length > 0 && (
        <ul className="rows">
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {number !== undefined && (
        <ul className="rows">
          <li>
            <a href={href("/desk/batches/:number/recall", { number })}>{t(`desk.batch.${recall}`)}</a>
            {recall !== "recall" && (
              <a href={`${href("/desk/batches/:number/recall", { number })}?end`}>{t("desk.batch.endQuestion")}</a>
            )}
          </li>
          <LinkRow to={editor}>{t("desk.batch.others")}</LinkRow>
          <LinkRow to={href("/desk/publish")}>{t("desk.content.toPublish")}</LinkRow>
        </ul>
      )}
      {!loaderData.problem && (
        <form method="post" className="narrow">
          <Unsaved name={number ?? "new"} />
          {products && (
            <>
              <Field name="number" label={t("desk.recall.number")} value={form.number} isRequired>
                {(control) => <input {...control} autoCapitalize="characters" autoComplete="off" maxLength={100} />}
              </Field>
              <Field name="product" label={labels.product} value={form.product} isRequired>
                {(control) => (
                  <select {...control}>
                    <option value="">—</option>
                    {products.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <Field name="produced" label={labels.produced} value={form.produced} isRequired>
                {(control) => <input {...control} type="date" />}
              </Field>
              <Field name="released" label={labels.released} hint={t("desk.batch.released")} value={form.released}>
                {(control) => <input {...control} type="date" />}
              </Field>
              <Field
                name="bestBefore"
                label={labels.bestBefore}
                hint={t("content.hints.bestBefore")}
                value={form.bestBefore}
              >
                {(control) => <input {...control} autoComplete="off" />}
              </Field>
            </>
          )}
          {columns && <ColumnChoice {...columns} />}
          <Field name="rows" label={labels.results} hint={t("desk.batch.hint")} value={form.rows}>
            {(control) => <textarea {...control} rows={14} />}
          </Field>
          {table && table.rows.length > 0 && (
            <section>
              <h2>{t("desk.batch.understood")}</h2>
              <p>{table.sum}</p>
              <Table
                headings={[labels.test, labels.limit, labels.result, t("desk.batch.verdict")]}
                rows={table.rows.map(([test, limit, result, verdict], index) => {
                  const tick = table.ticks[index];
                  if (!tick) return [test, limit, result, verdict];
                  const { value, isAccepted } = tick;
                  const label = (
                    <label className="choice">
                      <input type="checkbox" name="accepted" value={value} defaultChecked={isAccepted} />
                      {verdict} · {t("desk.batch.accept")}
                    </label>
                  );
                  return [test, limit, result, label];
                })}
              />
            </section>
          )}
          <input type="hidden" name="version" value={form.version} />
          <button name="intent" value="save" className={buttons["primary"]}>
            {t("desk.batch.submit")}
          </button>
          {canSave && (
            <button name="intent" value="anyway" className={buttons["quiet"]}>
              {t("desk.batch.anyway")}
            </button>
          )}
        </form>
      )}
    </DeskPage>
  );
}
