import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import { getContentDesk } from "#app/http/desk-context.ts";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { publishContext } from "#app/routes/desk/frame/publishing.server.ts";
import { describeResult } from "#app/routes/desk/publish/data.server.ts";
import { Review } from "#app/routes/desk/publish/review.tsx";
import { readRecall, type Recall } from "#app/services/content/changes/recall-batch.ts";
import { getLabel, getValueLabel } from "#app/services/desk/editor/content-names.ts";
import type { Route } from "./+types/route";
import { recallBatch } from "./action.server.ts";
import { findProductTitle, isRecallPublished, openBatch } from "./find-batch.server.ts";

/** Loads the form, filled in with the recorded recall, or else with today's date and the usual advice. */
export function loader(args: Route.LoaderArgs) {
  const { context } = args;
  const { desk, ownerTexts } = getContentDesk(context);
  const { number, text } = openBatch(args);
  const advice = localeCodes.map((code) => [`advice.${code}`, desk.texts[code].t("desk.recall.usualAdvice")]);
  const action = context.get(publishContext);
  const recordedRecall = readRecall(text);
  const isPublished = isRecallPublished(desk, number);
  return {
    isRecalled: recordedRecall !== undefined && isPublished,
    isDraft: recordedRecall !== undefined && !isPublished,
    title: [number, findProductTitle(desk, number)].filter(Boolean).join(" · "),
    form: {
      date: ownerTexts.formatSortableTime(Date.now()).slice(0, 10),
      ...Object.fromEntries(advice),
      ...(recordedRecall && toForm(recordedRecall)),
    } as Form,
    labels: { date: getLabel("date", ownerTexts), level: getLabel("level", ownerTexts) },
    levels: ["1", "2", "3"].map((level) => ({ level, label: getValueLabel(level, ownerTexts) })),
    texts: ["reason", "advice"].flatMap((field) =>
      localeCodes.map((code) => ({
        name: `${field}.${code}`,
        label: `${getLabel(field, ownerTexts)} · ${locales[code].label}`,
        language: locales[code].language,
      })),
    ),
    /** Set only if the recall was saved but couldn't be published; it contains the reasons. */
    result: action?.result && describeResult(action.result, context, action),
  };
}

type Form = Partial<Record<string, string>>;

/** Converts a recall to form values. A handwritten file may be incomplete. */
function toForm({ date, level, reason, advice }: Partial<Recall>): Form {
  const texts = Object.entries({ reason, advice }).flatMap(([name, words]) =>
    localeCodes.map((code) => [`${name}.${code}`, words?.[code]]),
  );
  const fields = [["date", date], ["level", level], ...texts].filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)])) as Form;
}

export const action = (args: Route.ActionArgs) => recallBatch(args);

export default function Recall({ loaderData, actionData }: Route.ComponentProps) {
  const { title, isRecalled, isDraft, labels, levels, texts, result } = loaderData;
  const { t } = useTranslation("owner");
  if (result) {
    return (
      <DeskPage title={t("desk.publish.title")} problem={result.problem}>
        <Review {...result} />
      </DeskPage>
    );
  }
  const form: Form = actionData?.form ?? loaderData.form;
  return (
    <DeskPage
      title={t(isRecalled ? "desk.recall.titleOfChange" : "desk.recall.titleOf", { number: title })}
      problem={actionData?.problem}
    >
      <form method="post" className="narrow">
        {isDraft && <p className="notice problem">{t("desk.recall.draft")}</p>}
        <p>{t(isRecalled ? "desk.recall.leadChange" : "desk.recall.lead")}</p>
        <Field name="date" label={labels.date} value={form["date"]} isRequired>
          {(control) => <input {...control} type="date" />}
        </Field>
        <fieldset>
          <legend>{labels.level}</legend>
          {levels.map(({ level, label }) => (
            <label key={level} className="choice">
              <input type="radio" name="level" value={level} defaultChecked={form["level"] === level} required />
              {label}
            </label>
          ))}
        </fieldset>
        {texts.map(({ name, label, language }) => (
          <Field key={name} name={name} label={label} value={form[name]} isRequired>
            {(control) => <textarea {...control} lang={language} rows={3} maxLength={2000} />}
          </Field>
        ))}
        <button className={buttons["primary"]}>
          {t(isRecalled ? "desk.recall.submitChange" : "desk.recall.submit")}
        </button>
      </form>
    </DeskPage>
  );
}
