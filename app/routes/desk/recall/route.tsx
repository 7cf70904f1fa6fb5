import { useTranslation } from "react-i18next";
import type { Route } from "./+types/route";
import { Field } from "../../../components/forms/field.tsx";
import buttons from "../../../components/ui/button.module.css";
import { getContentDesk } from "../../../http/desk-context.ts";
import { notFound } from "../../../http/responses.ts";
import { localeCodes, locales } from "../../../i18n/locales.ts";
import { getLabel, getValueLabel } from "../../../services/desk/content-names.ts";
import { resultContext } from "../publish/action.server.ts";
import { describeResult } from "../publish/data.server.ts";
import { Result } from "../publish/result.tsx";
import { DeskPage } from "../page.tsx";

const levels = ["1", "2", "3"];

/** A form that begins with today, and with the usual advice. */
export async function loader(args: Route.LoaderArgs) {
  const { params, context } = args;
  const { desk, owner } = getContentDesk(context);
  const { findBatch, findProductTitle } = await import("./find-batch.server.ts");
  const number = findBatch(desk, params.number);
  if (number === undefined) throw notFound(args);
  const advice = localeCodes.map((code) => [`advice.${code}`, desk.owners[code].t("desk.recall.usualAdvice")]);
  const shown = context.get(resultContext);
  return {
    number,
    title: [number, findProductTitle(desk, number)].filter(Boolean).join(" · "),
    form: {
      date: owner.formatSortableTime(Date.now()).slice(0, 10),
      ...Object.fromEntries(advice),
    } as Form,
    labels: { date: getLabel("date", owner), level: getLabel("level", owner) },
    levels: levels.map((level) => ({ level, label: getValueLabel(level, owner) })),
    texts: ["reason", "advice"].flatMap((field) =>
      localeCodes.map((code) => ({
        name: `${field}.${code}`,
        label: `${getLabel(field, owner)} · ${locales[code].label}`,
        language: locales[code].language,
      })),
    ),
    /** What is in the way of publishing the recall, which is saved. */
    result: shown ? describeResult(shown, context) : undefined,
  };
}

type Form = Partial<Record<string, string>>;

// A start needn't load what is seldom used.
export const action = async (args: Route.ActionArgs) => (await import("./action.server.ts")).recallBatch(args);

export default function Recall({ loaderData, actionData }: Route.ComponentProps) {
  const { title, labels, levels: choices, texts, result } = loaderData;
  const { t } = useTranslation("owner");
  if (result) {
    return (
      <DeskPage title={t("desk.publish.title")} problem={result.problem}>
        <Result {...result} />
      </DeskPage>
    );
  }
  const form: Form = actionData?.form ?? loaderData.form;
  return (
    <DeskPage title={t("desk.recall.titleOf", { number: title })} problem={actionData?.problem}>
      <form method="post" className="narrow">
        <p>{t("desk.recall.lead")}</p>
        <Field name="date" label={labels.date} value={form["date"]} isRequired>
          {(control) => <input {...control} type="date" />}
        </Field>
        <fieldset>
          <legend>{labels.level}</legend>
          {choices.map(({ level, label }) => (
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
        <button className={buttons["primary"]}>{t("desk.recall.submit")}</button>
      </form>
    </DeskPage>
  );
}
