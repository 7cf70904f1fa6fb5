import { useTranslation } from "react-i18next";
import { href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { getContentDesk } from "#app/http/desk-context.ts";
import { getOrigin } from "#app/http/request-context.ts";
import { notFound } from "#app/http/responses.ts";
import { localeCodes } from "#app/i18n/locales.ts";
import { localizePath } from "#app/i18n/urls.ts";
import { describeChange } from "#app/routes/desk/frame/changes.server.ts";
import { ChangeList } from "#app/routes/desk/frame/changes.tsx";
import { DeskPage, RowSection } from "#app/routes/desk/frame/page.tsx";
import { publishContext, runAndRespond } from "#app/routes/desk/frame/publishing.server.ts";
import { explainFailure } from "#app/routes/desk/publish/data.server.ts";
import { describeRelease } from "#app/routes/desk/releases/data.server.ts";
import type { Route } from "./+types/route";

/** Loads a release and its changes. With `?back`, loads the changes that an undo would make, for confirmation. */
export async function loader(args: Route.LoaderArgs) {
  const { url, params, context } = args;
  const { ownerTexts, publishing } = getContentDesk(context);
  const origin = getOrigin(context, url);
  const details = await publishing.callEditing("readRelease", params.id);
  if (!details) throw notFound(args);
  const failed = context.get(publishContext)?.result;
  const isQuestion = url.searchParams.has("back");
  const { isCurrent } = details.release;
  const changes = isQuestion ? details.differences : details.changes;
  const describedChanges = changes.map((change) => describeChange(change, ownerTexts));
  return {
    lateNodes: isCurrent ? await publishing.callEditing("listLateNodes") : [],
    release: describeRelease(details.release, ownerTexts),
    problem: failed && explainFailure(failed, ownerTexts),
    isQuestion,
    unpublishedCount: isCurrent ? publishing.listUnselected().length : 0,
    changes: describedChanges,
    unrecalled: describedChanges.filter(({ isUnrecalled }) => isUnrecalled).map(({ place }) => place),
    pages: isCurrent
      ? describedChanges.flatMap(({ part, place, page }) =>
          page ? { part, place, addresses: localeCodes.map((code) => origin + localizePath(page, code)) } : [],
        )
      : [],
  };
}

export async function action({ params, context }: Route.ActionArgs) {
  const { account, publishing } = getContentDesk(context);
  return runAndRespond(context, { work: "undo", path: params.id }, () => publishing.undo(account, params.id));
}

export default function Release({ loaderData }: Route.ComponentProps) {
  const { release, problem, isQuestion, unpublishedCount, changes, unrecalled, pages, lateNodes } = loaderData;
  const { id, time, by, isCurrent } = release;
  const { t } = useTranslation("owner");
  const address = href("/desk/releases/:id", { id });
  if (isQuestion) {
    return (
      <DeskPage title={t("desk.releases.backTitle", { time })} problem={problem}>
        <form method="post" action={address} className="narrow">
          <p>{t("desk.releases.backText", { time, by })}</p>
          {unrecalled.length > 0 && (
            <p className="notice problem">{t("desk.releases.unrecall", { names: unrecalled })}</p>
          )}
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
      {lateNodes.length > 0 && <LateNodes nodes={lateNodes} />}
      {unpublishedCount > 0 && (
        <p>
          <a href={href("/desk/publish")}>{t("desk.releases.left", { count: unpublishedCount })}</a>
        </p>
      )}
      {pages.length > 0 && <Pages pages={pages} />}
      <h2>{t("desk.releases.changed")}</h2>
      {changes.length > 0 ? <ChangeList changes={changes} /> : <p>{t("desk.releases.first")}</p>}
      <p>
        <a href={href("/desk/releases")}>{t("desk.releases.title")}</a>
      </p>
    </DeskPage>
  );
}

/** Names the nodes on which visitors don't see this release yet. The page polls by itself. */
function LateNodes({ nodes }: { nodes: Route.ComponentProps["loaderData"]["lateNodes"] }) {
  const { t } = useTranslation("owner");
  return (
    <div className="notice problem" role="status">
      <meta httpEquiv="refresh" content="3" />
      <p>{t("desk.releases.late")}</p>
      <ul>
        {nodes.map(({ node, problem }) => (
          <li key={node}>
            {node} {problem}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Lists the URLs of changed pages, for sharing. */
function Pages({ pages }: Pick<Route.ComponentProps["loaderData"], "pages">) {
  const { t } = useTranslation("owner");
  return (
    <RowSection title={t("desk.releases.pages")}>
      {pages.map(({ part, place, addresses }) => (
        <li key={part}>
          {place}
          {addresses.map((address) => (
            <a key={address} href={address} target="_blank" rel="noreferrer">
              {address}
            </a>
          ))}
        </li>
      ))}
    </RowSection>
  );
}
