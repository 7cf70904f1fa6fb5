import { useTranslation } from "react-i18next";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { describeChange } from "#app/routes/desk/frame/changes.server.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { RestoreForm } from "#app/routes/desk/frame/restore-form.tsx";
import { saveOrExplain } from "#app/routes/desk/frame/saving.server.ts";
import { describeLocation } from "#app/services/desk/editor/content-names.ts";
import type { Route } from "./+types/route";

const formSchema = z.object({ id: z.string().max(100), version: z.string().max(64) });

/** Lists recently discarded, deleted or overwritten parts. With `?id`, also loads the effect of a restore. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { desk, ownerTexts, publishing } = getContentDesk(context);
  const id = url.searchParams.get("id");
  const entries = desk.trash.list().map(({ part, title, time, ...entry }) => ({
    ...entry,
    place: describeLocation(part, ownerTexts, title),
    time: ownerTexts.formatSortableTime(time),
  }));
  if (id === null) return { entries };
  const discardedPart = await publishing.callEditing("readDiscarded", id);
  const place = entries.find((entry) => entry.id === id)?.place;
  // The entry is gone, or its path no longer belongs to the content.
  if (!discardedPart || place === undefined) throw redirect(href("/desk/trash"), 303);
  const { version, change } = discardedPart;
  return { entries, chosen: { id, place, version, change: change && describeChange(change, ownerTexts) } };
}

/** Restores an entry as a draft. */
export async function action({ request, context }: Route.ActionArgs) {
  const { desk, account } = getContentDesk(context);
  const form = formSchema.safeParse(Object.fromEntries(await readForm({ request, context }))).data;
  if (!form) return redirect(href("/desk/trash"), 303);
  const { id, version } = form;
  const { result, problem } = await saveOrExplain(context, () => desk.trash.restore(id, version, account));
  if (problem) return data({ problem }, { status: 503 });
  if (!result) return redirect(href("/desk/trash"), 303);
  const { part, isRestored } = result;
  desk.log.info({ account, part, isRestored }, "desk: bring back");
  if (!isRestored) return redirectWithNotice("notRestored", href("/desk/trash"));
  desk.noteEdits([part], account);
  return redirectWithNotice("broughtBack");
}

export default function Trash({ loaderData: { entries, chosen }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  if (chosen) return <Question {...chosen} problem={actionData?.problem} />;
  return (
    <DeskPage title={t("desk.trash.title")} problem={actionData?.problem}>
      <p className="note">{t("desk.trash.lead")}</p>
      {entries.length === 0 && <p>{t("desk.messages.none")}</p>}
      <ul className="rows">
        {entries.map(({ id, place, time, account, author }) => (
          <li key={id}>
            <strong>{place}</strong>{" "}
            <span className="note">
              {[t("desk.publish.by", { account, time }), author && t("desk.trash.author", { author })]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <a href={`${href("/desk/trash")}?${new URLSearchParams({ id })}`}>{t("desk.trash.bringBack")}</a>
          </li>
        ))}
      </ul>
    </DeskPage>
  );
}

type QuestionProps = NonNullable<Route.ComponentProps["loaderData"]["chosen"]> & { problem: string | undefined };

/** Renders the changes that restoring an entry would make, for confirmation. */
function Question({ id, place, version, change, problem }: QuestionProps) {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.trash.question", { place })} problem={problem}>
      <RestoreForm
        change={change}
        fields={{ id, version }}
        text={t("desk.trash.bringText")}
        submit={t("desk.trash.bringBack")}
      />
      <p>
        <a href={href("/desk/trash")}>{t("desk.trash.title")}</a>
      </p>
    </DeskPage>
  );
}
