import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import { getContentDesk } from "#app/http/desk-context.ts";
import { defaultLocale, localeCodes, locales } from "#app/i18n/locales.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { publishContext } from "#app/routes/desk/frame/publishing.server.ts";
import { getUnsavedPolicy, Unsaved } from "#app/routes/desk/frame/unsaved.tsx";
import { describeResult } from "#app/routes/desk/publish/data.server.ts";
import { Review } from "#app/routes/desk/publish/review.tsx";
import { readRecall, type Recall } from "#app/services/content/changes/recall-batch.ts";
import { getLabel, getValueLabel } from "#app/services/desk/editor/content-names.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import type { Route } from "./+types/route";
import { recallBatch } from "./action.server.ts";
import { findProductTitle, getRecallDays, isRecallPublished, openBatch } from "./find-batch.server.ts";

/**
 * Loads the form, filled in with the recorded recall, or else with today's date and the usual advice. With `?end`,
 * loads the recorded recall, for the question whether to take it back.
 */
export function loader(args: Route.LoaderArgs) {
  const { context, url } = args;
  const { desk, ownerTexts } = getContentDesk(context);
  const { number, text } = openBatch(args);
  const advice = localeCodes.map((code) => [`advice.${code}`, desk.texts[code].t("desk.recall.usualAdvice")]);
  const action = context.get(publishContext);
  const recordedRecall = readRecall(text);
  const isPublished = isRecallPublished(desk, number);
  const days = getRecallDays(text, ownerTexts);
  return {
    number,
    days,
    isEnd: recordedRecall !== undefined && url.searchParams.has("end"),
    isRecalled: recordedRecall !== undefined && isPublished,
    isDraft: recordedRecall !== undefined && !isPublished,
    title: [number, findProductTitle(desk, number)].filter(Boolean).join(" · "),
    recorded: toForm(recordedRecall ?? {}),
    form: {
      date: days.last,
      ...Object.fromEntries(advice),
      ...(recordedRecall && toForm(recordedRecall)),
    } as Form,
    labels: { date: getLabel("date", ownerTexts), level: getLabel("level", ownerTexts) },
    levels: ["1", "2", "3"].map((level) => ({ level, label: getValueLabel(level, ownerTexts) })),
    texts: describeTexts(["reason", "advice"], ownerTexts),
    endTexts: describeTexts(["endReason"], ownerTexts),
    /** Set only if the recall was saved but couldn't be published; it contains the reasons. */
    result: action?.result && describeResult(action.result, context, action),
  };
}

/** Describes the fields of texts, one per language. Only the first language is required. */
const describeTexts = (names: readonly string[], ownerTexts: OwnerTexts) =>
  names.flatMap((field) =>
    localeCodes.map((code) => ({
      name: `${field}.${code}`,
      label: `${getLabel(field, ownerTexts)} · ${locales[code].label}`,
      language: locales[code].language,
      isRequired: code === defaultLocale,
    })),
  );

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

export const headers: Route.HeadersFunction = getUnsavedPolicy;

export default function Recall({ loaderData, actionData }: Route.ComponentProps) {
  const { title, isEnd, isRecalled, isDraft, days, labels, levels, texts, result } = loaderData;
  const { t } = useTranslation("owner");
  if (result) {
    return (
      <DeskPage title={t("desk.publish.title")} problem={result.problem}>
        <Review {...result} />
      </DeskPage>
    );
  }
  const form: Form = actionData?.form ?? loaderData.form;
  if (isEnd) return <EndQuestion {...loaderData} {...actionData} />;
  return (
    <DeskPage
      title={t(isRecalled ? "desk.recall.titleOfChange" : "desk.recall.titleOf", { number: title })}
      problem={actionData?.problem}
    >
      <form method="post" className="narrow">
        <Unsaved name={`recall ${title}`} />
        {isDraft && <p className="notice problem">{t("desk.recall.draft")}</p>}
        <p>{t(isRecalled ? "desk.recall.leadChange" : "desk.recall.lead")}</p>
        <Field name="date" label={labels.date} value={form["date"]} isRequired>
          {(control) => <input {...control} type="date" min={days.first} max={days.last} />}
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
        <TextFields texts={texts} form={form} />
        <button className={buttons["primary"]}>
          {t(isRecalled ? "desk.recall.submitChange" : "desk.recall.submit")}
        </button>
      </form>
    </DeskPage>
  );
}

type TextFieldsProps = { texts: ReturnType<typeof describeTexts>; form: Form };

function TextFields({ texts, form }: TextFieldsProps) {
  const { t } = useTranslation("owner");
  return texts.map(({ name, label, language, isRequired }) => (
    <Field
      key={name}
      name={name}
      label={label}
      hint={isRequired ? undefined : t("desk.recall.optional")}
      value={form[name]}
      isRequired={isRequired}
    >
      {(control) => <textarea {...control} lang={language} rows={3} maxLength={2000} />}
    </Field>
  ));
}

type EndQuestionProps = Route.ComponentProps["loaderData"] & { form: Form; problem?: string };

/** Asks why a published recall is taken back; its date and reason stay on the batch's page. */
function EndQuestion({ title, number, isRecalled, labels, levels, texts, endTexts, ...props }: EndQuestionProps) {
  const { t } = useTranslation("owner");
  const { form, problem, recorded } = props;
  const facts = [
    { label: labels.date, value: recorded["date"], language: undefined },
    { label: labels.level, value: levels.find(({ level }) => level === recorded["level"])?.label, language: undefined },
    ...texts.map(({ name, label, language }) => ({ label, value: recorded[name], language })),
  ];
  return (
    <DeskPage title={t("desk.recall.endTitle", { number: title })} problem={problem}>
      <form method="post" className="narrow">
        <p>{t(isRecalled ? "desk.recall.endLead" : "desk.recall.draft")}</p>
        <dl className="changes">
          {facts
            .filter(({ value }) => value)
            .map(({ label, value, language }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd lang={language}>{value}</dd>
              </div>
            ))}
        </dl>
        {isRecalled && (
          <>
            <Unsaved name={`end of recall ${title}`} />
            <TextFields texts={endTexts} form={form} />
          </>
        )}
        <button name="intent" value="end" className={buttons["primary"]}>
          {t("desk.batch.endRecall")}
        </button>
        <a href={href("/desk/batches/:number", { number })}>{t("desk.recall.keep")}</a>
      </form>
    </DeskPage>
  );
}
