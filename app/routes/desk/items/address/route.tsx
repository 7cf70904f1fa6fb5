import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { notFound, type PageArgs } from "#app/http/responses.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { readPartTitle } from "#app/services/content/changes/compare-content.ts";
import { getPartAddress } from "#app/services/content/files/parts.ts";
import { createFormAddress, describeLocation } from "#app/services/desk/editor/content-names.ts";
import { isItem } from "#app/services/desk/items/move-item.ts";
import type { Route } from "./+types/route";

function readPart(args: PageArgs): string {
  const part = args.url.searchParams.get("part") ?? "";
  if (!isItem(getContentDesk(args.context).desk.environment.CONTENT_DIR, part)) throw notFound(args);
  return part;
}

export function loader(args: Route.LoaderArgs) {
  const part = readPart(args);
  const [, id = ""] = part.split("/");
  const { desk, ownerTexts } = getContentDesk(args.context);
  const place = describeLocation(part, ownerTexts, readPartTitle(desk.environment.CONTENT_DIR, part));
  const name = (args.url.searchParams.get("to") ?? id).slice(0, 100);
  return { place, name, address: getPartAddress(part)!, form: createFormAddress(part) };
}

export async function action(args: Route.ActionArgs) {
  const { desk, account, ownerTexts, publishing } = getContentDesk(args.context);
  const part = readPart(args);
  const name = ((await readForm(args)).get("name") ?? "").trim().slice(0, 300);
  const result = await publishing.callEditing("moveItem", part, name.toLowerCase());
  if ("refused" in result) {
    const { refused, problem } = result;
    if (problem) desk.log.error({ account, problem }, "desk: the content folder can't be written");
    return data({ name, problem: ownerTexts.t(`desk.address.refused.${refused}`) }, { status: 422 });
  }
  desk.log.info({ account, part, name }, "desk: move");
  desk.noteEdits(result.parts, account);
  return redirectWithNotice("moved");
}

export default function Address({ loaderData: { place, name, address, form }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  const typed = actionData?.name ?? name;
  return (
    <DeskPage title={t("desk.address.title")} problem={actionData?.problem}>
      <form method="post" className="narrow">
        <p>
          <a href={form}>{place}</a>
        </p>
        <p className="note">{t("desk.address.now", { address })}</p>
        <p>{t("desk.address.lead")}</p>
        <Field name="name" label={t("desk.address.name")} hint={t("desk.address.hint")} value={typed} isRequired>
          {(control) => <input {...control} autoCapitalize="none" autoComplete="off" spellCheck={false} />}
        </Field>
        <button className={buttons["primary"]}>{t("desk.address.submit")}</button>
      </form>
    </DeskPage>
  );
}
