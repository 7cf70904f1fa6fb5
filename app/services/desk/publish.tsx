import type { Request } from "express";
import { z } from "zod";
import { isContentKind } from "../api/contract/kinds.ts";
import { localeCodes, locales } from "../../i18n/locales.ts";
import { getContentPath } from "../../i18n/site-map.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import type { Desk } from "./desk.ts";
import { createFormAddress, describePlace, getDocumentName, getKindName } from "./content-names.ts";
import { sendPage, type DeskResponse } from "./page.tsx";
import type { DeskResult, Publishing } from "./publishing.ts";

const formSchema = z.object({ intent: z.enum(["publish", "undo"]) });

/** Shows what publishing would change, or what is wrong. */
export async function showPublish(publishing: Publishing, response: DeskResponse): Promise<void> {
  sendResult(response, await publishing.check(response.locals.owner.locale));
}

/** Publishes the content folder, or goes back to the release before. */
export async function publish(desk: Desk, request: Request, response: DeskResponse): Promise<void> {
  const { account, owner } = response.locals;
  const intent = formSchema.safeParse(request.body ?? {}).data?.intent;
  if (!intent) return response.redirect(303, "/desk/publish");
  const result = await desk.publishing![intent](account, owner.locale);
  desk.log.info({ account, outcome: result.outcome }, `desk: ${intent}`);
  if (result.outcome === "mistakes" || result.outcome === "failed") return sendResult(response, result, 409);
  response.redirect(303, `/desk/publish?notice=${result.outcome}`);
}

function sendResult(response: DeskResponse, result: DeskResult, status?: number): void {
  const { owner } = response.locals;
  const { t } = owner;
  sendPage(
    response,
    { title: t("desk.publish.title"), problem: result.outcome === "failed" ? result.text : undefined, status },
    <>
      {result.outcome === "mistakes" && <Mistakes mistakes={result.mistakes} owner={owner} />}
      {result.outcome === "unchanged" && <p>{t("desk.publish.unchanged")}</p>}
      {result.outcome === "dry-run" && <Changes {...result} owner={owner} />}
      {"undoTo" in result && result.undoTo && (
        <form method="post" className="narrow">
          <h2>{t("desk.publish.undoTitle")}</h2>
          <p>{t("desk.publish.undoText")}</p>
          <button name="intent" value="undo" className="quiet">
            {t("desk.publish.undo")}
          </button>
        </form>
      )}
    </>,
  );
}

type MistakesProps = { mistakes: Extract<DeskResult, { outcome: "mistakes" }>["mistakes"]; owner: Owner };

function Mistakes({ mistakes, owner }: MistakesProps) {
  return (
    <>
      <p className="notice problem" role="alert">
        {owner.t("desk.publish.mistakes", { count: mistakes.length })}
      </p>
      <ul className="rows">
        {mistakes.map(({ file, title, field, text }) => {
          const place = describePlace(file, title, field, owner);
          return (
            <li key={file + field + text}>
              <a href={createFormAddress(file)}>{place}</a> <span>{text}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

type ChangesProps = Extract<DeskResult, { outcome: "dry-run" }> & { owner: Owner };

function Changes({ id: release, changes, counts, owner }: ChangesProps) {
  const { t } = owner;
  const hidden = counts.added + counts.changed + counts.removed - changes.length;
  return (
    <>
      <form method="post" className="narrow">
        <p>{t("desk.publish.lead")}</p>
        <button name="intent" value="publish">
          {t("desk.publish.submit")}
        </button>
      </form>
      <ul className="rows">
        {changes.map(({ action, kind, id, title }) => (
          <li key={`${kind} ${id}`}>
            <span>
              {t("desk.publish.change", {
                action: t(`desk.publish.actions.${action}`),
                kind: getKindName(kind, owner),
              })}{" "}
              <strong>{title ?? getDocumentName(id, owner)}</strong>
            </span>
            {isContentKind(kind) && action !== "removed" && (
              <span>
                {localeCodes.map((code) => (
                  <a
                    key={code}
                    className="beside"
                    href={`/desk/preview/${release}${locales[code].prefix}${getContentPath(kind, id)}`}
                    hrefLang={locales[code].language}
                  >
                    {t("desk.publish.preview", { language: locales[code].label })}
                  </a>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {changes.length === 0 && <p>{t("desk.publish.noItem")}</p>}
      {hidden > 0 && <p>{t("desk.publish.more", { count: hidden })}</p>}
    </>
  );
}
