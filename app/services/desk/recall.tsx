import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Request } from "express";
import { z } from "zod";
import { normaliseBatchNumber, toBatchKey } from "../api/contract/batch-number.ts";
import { localeCodes, locales } from "../../i18n/locales.ts";
import { listYamlFiles } from "../content/files/content-file.ts";
import { saveFiles, withSaveLock } from "../content/files/save-files.ts";
import { addRecall, recallSchema } from "../content/publishing/recall-batch.ts";
import { getLabel, getValueLabel } from "./content-names.ts";
import type { Desk } from "./desk.ts";
import { Field, sendNotFound, sendPage, type DeskResponse } from "./page.tsx";
import { sendResult } from "./publish.tsx";

const levels = [1, 2, 3];

const formSchema = z.record(
  z.string(),
  z.string().transform((text) => text.replaceAll("\r\n", "\n")),
);

type Form = z.output<typeof formSchema>;

/** Asks for the number of the batch, in any spelling, and leads to its form. */
export function chooseBatch(request: Request, response: DeskResponse): void {
  const { desk, owner } = response.locals;
  const { t } = owner;
  const typed = String(request.query["number"] ?? "").slice(0, 100);
  const number = findBatch(desk, typed);
  if (number !== undefined) return response.redirect(303, `/desk/batches/${encodeURIComponent(number)}/recall`);
  const problem = typed ? t("desk.recall.unknown", { number: normaliseBatchNumber(typed) }) : undefined;
  sendPage(
    response,
    { title: t("desk.recall.title"), problem },
    <form className="narrow">
      <Field name="number" label={t("desk.recall.number")} value={typed} isRequired autoCapitalize="characters" />
      <button>{t("desk.recall.next")}</button>
    </form>,
  );
}

/** A form that begins with today, and with the usual advice. */
export function showRecall(request: Request, response: DeskResponse): void {
  const { desk, owner } = response.locals;
  const number = findBatch(desk, String(request.params["number"]));
  if (number === undefined) return sendNotFound(response);
  const advice = localeCodes.map((code) => [`advice.${code}`, desk.owners[code].t("desk.recall.usualAdvice")]);
  const date = owner.formatSortableTime(new Date().toISOString()).slice(0, 10);
  sendForm(response, number, { date, ...(Object.fromEntries(advice) as Form) });
}

/** Saves the recall, and publishes it alone. */
export async function recallBatch(request: Request, response: DeskResponse): Promise<void> {
  const { desk, account, owner } = response.locals;
  const number = findBatch(desk, String(request.params["number"]));
  const form = formSchema.safeParse(request.body ?? {}).data;
  if (number === undefined || !form) return sendNotFound(response);
  const read = (name: string) => Object.fromEntries(localeCodes.map((code) => [code, form[`${name}.${code}`] ?? ""]));
  const [reason, advice] = [read("reason"), read("advice")];
  const recalled = recallSchema.safeParse({ date: form["date"], level: Number(form["level"]), reason, advice }).data;
  if (!recalled) return sendForm(response, number, form, owner.t("desk.recall.incomplete"));
  const [root, path] = [desk.environment.CONTENT_DIR, `batch/${number}.yaml`];
  withSaveLock(root, () => {
    const text = addRecall(readFileSync(join(root, path), "utf8"), recalled);
    saveFiles(root, [{ path, bytes: Buffer.from(text) }]);
  });
  const result = await desk.publishing!.recall(account, owner.locale, path, recalled);
  desk.log.info({ account, path, outcome: result.outcome }, "desk: recall");
  if (result.outcome === "mistakes" || result.outcome === "failed")
    return sendResult(response, result, { status: 409, chosen: [path] });
  response.redirect(303, "/desk/publish?notice=recalled");
}

const findBatch = ({ environment }: Desk, typed: string): string | undefined =>
  listYamlFiles(join(environment.CONTENT_DIR, "batch")).find((number) => toBatchKey(number) === toBatchKey(typed));

function sendForm(response: DeskResponse, number: string, form: Form, problem?: string): void {
  const { owner } = response.locals;
  const { t } = owner;
  const texts = ["reason", "advice"].flatMap((field) =>
    localeCodes.map((code) => ({ ...locales[code], name: `${field}.${code}`, field })),
  );
  sendPage(
    response,
    { title: t("desk.recall.titleOf", { number }), problem, status: problem ? 422 : 200 },
    <form method="post" className="narrow">
      <p>{t("desk.recall.lead")}</p>
      <Field name="date" type="date" label={getLabel("date", owner)} value={form["date"]} isRequired />
      <fieldset>
        <legend>{getLabel("level", owner)}</legend>
        {levels.map((level) => (
          <label key={level} className="choice">
            <input type="radio" name="level" value={level} defaultChecked={form["level"] === String(level)} required />
            {getValueLabel(String(level), owner)}
          </label>
        ))}
      </fieldset>
      {texts.map(({ name, field, label, language }) => (
        <p key={name} className="field">
          <label htmlFor={name}>{`${getLabel(field, owner)} · ${label}`}</label>
          <textarea
            id={name}
            name={name}
            lang={language}
            rows={3}
            defaultValue={form[name]}
            maxLength={2000}
            required
          />
        </p>
      ))}
      <button>{t("desk.recall.submit")}</button>
    </form>,
  );
}
