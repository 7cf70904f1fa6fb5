import { useTranslation } from "react-i18next";
import type { Route } from "./+types/route";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { saveRedirect } from "./action.server.ts";
import { loadRedirect } from "./data.server.ts";

export const loader = (args: Route.LoaderArgs) => loadRedirect(args);

export const action = (args: Route.ActionArgs) => saveRedirect(args);

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
