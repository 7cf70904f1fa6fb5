import { useTranslation } from "react-i18next";
import { data, href, redirect } from "react-router";
import type { Route } from "./+types/route";
import { getContentDesk } from "../../../http/desk-context.ts";
import { readForm } from "../../../http/forms/receive-form.ts";
import { describePlace } from "../../../services/desk/content-names.ts";
import { redirectWithNotice } from "../data.server.ts";
import { LinkButton } from "../link-button.tsx";
import { DeskPage } from "../page.tsx";
import { saveOrExplain } from "../saving.server.ts";

/** What was discarded, deleted or overwritten at the desk in the last days. */
export function loader({ context }: Route.LoaderArgs) {
  const { desk, owner } = getContentDesk(context);
  return desk.trash.list().map(({ id, part, title, account, author, time }) => ({
    id,
    account,
    author,
    place: describePlace(part, title, "", owner),
    time: owner.formatSortableTime(time),
  }));
}

/** Brings one back as a draft. */
export async function action({ request, context }: Route.ActionArgs) {
  const { desk, account } = getContentDesk(context);
  const id = (await readForm({ request, context })).get("id");
  const { result: part, problem } = await saveOrExplain(context, () => desk.trash.restore(id, account));
  if (problem) return data({ problem }, { status: 503 });
  if (part === undefined) return redirect(href("/desk/trash"), 303);
  desk.noteEdits([part], account);
  desk.log.info({ account, part }, "desk: bring back");
  return redirectWithNotice("broughtBack");
}

export default function Trash({ loaderData: entries, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
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
            <LinkButton fields={{ id }}>{t("desk.trash.bringBack")}</LinkButton>
          </li>
        ))}
      </ul>
    </DeskPage>
  );
}
