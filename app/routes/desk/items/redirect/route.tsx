import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { getOrigin } from "#app/http/request-context.ts";
import { notFound, type PageArgs } from "#app/http/responses.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import { findBatch } from "#app/routes/desk/batches/recall/find-batch.server.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { listItemsAndPages } from "#app/routes/desk/items/data.server.ts";
import { formatMessage } from "#app/services/content/problems/messages.ts";
import { readAddress, readSitePaths } from "#app/services/desk/items/redirect-address.ts";
import type { Route } from "./+types/route";

const maxChoices = 1000;

function readOldAddress(args: PageArgs): string {
  const from = args.url.searchParams.get("from") ?? "";
  if (!from.startsWith("/") || from.length > 300) throw notFound(args);
  return from;
}

export async function loader(args: Route.LoaderArgs) {
  const { desk, ownerTexts } = getContentDesk(args.context);
  const items = await listItemsAndPages(desk, ownerTexts);
  const named = new Set(items.map(({ address }) => address));
  const others = [...readSitePaths(desk.environment.CONTENT_DIR).pages()].filter((path) => !named.has(path));
  const pages = [
    ...others.map((path) => ({ path, label: path })),
    ...items.map(({ address, place }) => ({ path: address, label: place })),
  ];
  return { from: readOldAddress(args), pages: pages.slice(0, maxChoices) };
}

export async function action(args: Route.ActionArgs) {
  const { desk, account, ownerTexts, publishing } = getContentDesk(args.context);
  const from = readOldAddress(args);
  const form = await readForm(args);
  const typed = (form.get("to") ?? "").slice(0, 500);
  const titled = (await listItemsAndPages(desk, ownerTexts)).filter(({ title }) => title === typed.trim());
  const batch = findBatch(desk, typed);
  const address = batch ? getContentPath("batch", batch) : titled.length === 1 ? titled[0]!.address : typed;
  const to = readAddress(address, [args.url.origin, getOrigin(args.context, args.url)]);
  const target = form.get("intent") === "gone" ? { gone: true } : { to };
  const result = await publishing.callEditing("redirectAddress", { from, ...target });
  if ("refused" in result) {
    desk.log.error({ account, problem: result.problem }, "desk: the content folder can't be written");
    return data({ typed, problem: ownerTexts.t("desk.content.refused.folder") }, { status: 503 });
  }
  if (result.mistake)
    return data({ typed, problem: formatMessage(result.mistake, ownerTexts.locale) }, { status: 422 });
  desk.log.info({ account, from, ...target }, "desk: redirect");
  desk.noteEdits(["redirects.yaml"], account);
  return redirectWithNotice("led");
}

export default function Redirect({ loaderData: { from, pages }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  const typed = actionData?.typed ?? "";
  return (
    <DeskPage title={t("desk.redirect.title")} problem={actionData?.problem}>
      <form method="post" className="narrow">
        <p>{t("desk.redirect.lead", { from })}</p>
        <Field name="to" label={t("desk.redirect.to")} hint={t("desk.redirect.hint")} value={typed} isRequired>
          {(control) => <input {...control} list="pages" autoCapitalize="none" autoComplete="off" />}
        </Field>
        <datalist id="pages">
          {pages.map(({ path, label }) => (
            <option key={path} value={path}>
              {label}
            </option>
          ))}
        </datalist>
        <button className={buttons["primary"]}>{t("desk.redirect.submit")}</button>
        <p>{t("desk.redirect.or")}</p>
        <button name="intent" value="gone" formNoValidate className={buttons["quiet"]}>
          {t("desk.redirect.gone")}
        </button>
      </form>
    </DeskPage>
  );
}
