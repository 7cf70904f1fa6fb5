import { useTranslation } from "react-i18next";
import type { Route } from "./+types/route";
import { Field } from "#app/components/forms/field.tsx";
import buttons from "#app/components/ui/button.module.css";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { changeAddress } from "./action.server.ts";
import { loadAddress } from "./data.server.ts";

export const loader = (args: Route.LoaderArgs) => loadAddress(args);

export const action = (args: Route.ActionArgs) => changeAddress(args);

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
