import { useTranslation } from "react-i18next";
import { href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { getDesk } from "#app/http/desk-context.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { findMessage } from "#app/routes/desk/messages/find-message.server.ts";
import { readSubmissionFields } from "#app/services/submissions/texts/describe.ts";
import type { Route } from "./+types/route";

export async function loader(args: Route.LoaderArgs) {
  const { contact, reference, payload } = await findMessage(args);
  const { name } = readSubmissionFields(payload);
  return { reference, name, contact, count: await getDesk(args.context).desk.inbox.count({ contact }) };
}

/** Renders the form that asks for confirmation before a person's data is deleted. */
export default function Forget({ loaderData: { reference, name, contact, count } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  const messagePath = href("/desk/messages/:reference", { reference });
  return (
    <DeskPage title={t("desk.message.forget")}>
      <form method="post" action={messagePath} className="narrow">
        <p>{t("inbox.forget", { contact: t("subject.who", { name, contact }), count })}</p>
        <p className="tools">
          <button name="intent" value="forget" className={buttons["primary"]}>
            {t("desk.message.forgetSubmit")}
          </button>
          <a href={messagePath}>{t("desk.message.keep")}</a>
        </p>
      </form>
    </DeskPage>
  );
}
