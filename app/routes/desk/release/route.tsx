import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { Route } from "./+types/route";
import buttons from "../../../components/ui/button.module.css";
import { getDesk, getPublishing } from "../../../http/desk-context.ts";
import { notFound } from "../../../http/responses.ts";
import { finish, resultContext } from "../publish/action.server.ts";
import { ChangeList } from "../publish/changes.tsx";
import { describeChange } from "../publish/data.server.ts";
import { describeRelease } from "../releases/rows.tsx";
import { DeskPage } from "../page.tsx";

/** Shows what a release changed. `?back` asks before it is shown to visitors again, and says what they will see differently. */
export async function loader(args: Route.LoaderArgs) {
  const { url, params, context } = args;
  const { owner } = getDesk(context);
  const details = await getPublishing(context).readRelease(params.id);
  if (!details) throw notFound(args);
  const failed = context.get(resultContext)?.result;
  const isQuestion = url.searchParams.has("back");
  return {
    release: describeRelease(details.release, owner),
    problem: failed && "text" in failed ? failed.text : undefined,
    isQuestion,
    changes: (isQuestion ? details.differences : details.changes).map((change) =>
      describeChange(change, undefined, owner),
    ),
  };
}

export async function action({ params, context }: Route.ActionArgs) {
  const { owner, account } = getDesk(context);
  return finish(
    context,
    { work: "undo", path: params.id },
    await getPublishing(context).undo(account, owner.locale, params.id),
  );
}

export default function Release({ loaderData }: Route.ComponentProps) {
  const { release, problem, isQuestion, changes } = loaderData;
  const { id, time, by, isCurrent } = release;
  const { t } = useTranslation("owner");
  const address = href("/desk/releases/:id", { id });
  if (isQuestion) {
    return (
      <DeskPage title={t("desk.releases.backTitle", { time })} problem={problem}>
        <form method="post" action={address} className="narrow">
          <p>{t("desk.releases.backText", { time, by })}</p>
          <button className={buttons["primary"]}>{t("desk.releases.submit")}</button>
          <a href={address}>{t("desk.releases.keep")}</a>
        </form>
        {changes.length > 0 ? <ChangeList changes={changes} /> : <p>{t("desk.releases.same")}</p>}
      </DeskPage>
    );
  }
  return (
    <DeskPage title={t("desk.releases.row", { time, by })} problem={problem}>
      <p>{isCurrent ? t("desk.releases.current") : <a href={`${address}?back`}>{t("desk.releases.back")}</a>}</p>
      <h2>{t("desk.releases.changed")}</h2>
      {changes.length > 0 ? <ChangeList changes={changes} /> : <p>{t("desk.releases.first")}</p>}
      <p>
        <a href={href("/desk/releases")}>{t("desk.releases.title")}</a>
      </p>
    </DeskPage>
  );
}
