import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { z } from "zod";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { notFound, type PageArgs } from "#app/http/responses.ts";
import { describeChange } from "#app/routes/desk/frame/changes.server.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { RestoreForm } from "#app/routes/desk/frame/restore-form.tsx";
import { saveOrExplain } from "#app/routes/desk/frame/saving.server.ts";
import { describeRelease } from "#app/routes/desk/releases/data.server.ts";
import { ReleaseRows } from "#app/routes/desk/releases/rows.tsx";
import { isPart } from "#app/services/content/files/parts.ts";
import { filePathSchema, releaseSchema } from "#app/services/content/releases/release.ts";
import { describeLocation } from "#app/services/desk/editor/content-names.ts";
import { restorePart } from "#app/services/desk/items/restore-part.ts";
import type { Route } from "./+types/route";

const querySchema = z.object({ part: filePathSchema, release: releaseSchema.shape.id.optional() });

function readHistoryQuery(args: PageArgs) {
  const query = querySchema.safeParse(Object.fromEntries(args.url.searchParams)).data;
  if (!query) throw notFound(args);
  return query;
}

/** Lists the releases that changed a part, or compares one with the current version. */
export async function loader(args: Route.LoaderArgs) {
  const { ownerTexts, publishing } = getContentDesk(args.context);
  const { part, release } = readHistoryQuery(args);
  const { releases, title, version, change } = await publishing.callEditing("readHistory", part, release);
  return {
    part,
    place: describeLocation(part, ownerTexts, title),
    releases: releases.map((one) => describeRelease(one, ownerTexts)),
    release,
    version,
    change: change && describeChange(change, ownerTexts),
  };
}

const formSchema = z.object({ version: z.string().max(64), former: filePathSchema.refine(isPart) });

export async function action(args: Route.ActionArgs) {
  const { desk, account } = getContentDesk(args.context);
  const { part, release } = readHistoryQuery(args);
  const form = formSchema.safeParse(Object.fromEntries(await readForm(args))).data;
  if (!form || release === undefined) throw notFound(args);
  const former = { release, part: form.former };
  const save = () => restorePart(desk.environment, account, { part, version: form.version, former });
  const { result: isRestored, problem } = await saveOrExplain(args.context, save);
  if (problem) return data({ problem }, { status: 503 });
  desk.log.info({ account, part, release, isRestored }, "desk: bring back");
  if (isRestored) desk.noteEdits([part], account);
  return redirectWithNotice(isRestored ? "broughtBack" : "notRestored");
}

export default function History({ loaderData, actionData }: Route.ComponentProps) {
  const { part, place, releases, release, version, change } = loaderData;
  const { t } = useTranslation("owner");
  const time = releases.find(({ id }) => id === release)?.time;
  return (
    <DeskPage title={t("desk.history.titleOf", { place })} problem={actionData?.problem}>
      <p className="note">{t(releases.length > 0 ? "desk.history.lead" : "desk.history.none")}</p>
      {time && (
        <section className="narrow">
          <h2>{t("desk.history.then", { time })}</h2>
          <RestoreForm
            change={change}
            fields={{ version, former: change?.part ?? part }}
            text={t("desk.history.bringText")}
            submit={t("desk.history.bring")}
          />
        </section>
      )}
      <ReleaseRows releases={releases} part={part} />
    </DeskPage>
  );
}
