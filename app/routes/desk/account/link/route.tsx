import { useTranslation } from "react-i18next";
import { data, href } from "react-router";
import { z } from "zod";
import buttons from "#app/components/ui/button.module.css";
import { getDeskVisit } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { getRequestId } from "#app/http/request-context.ts";
import { openSession } from "#app/routes/desk/account/session.server.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import type { Route } from "./+types/route";

const tokenSchema = z.string().max(100).catch("");

/** Loads the token without using it up, because mail programs may open links to inspect them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = tokenSchema.parse(url.searchParams.get("token"));
  const { desk } = getDeskVisit(context);
  if (await desk.isLinkOpen(token)) return data({ token });
  // The log has no account, because an expired link has none.
  desk.log.warn({ requestId: getRequestId(context), account: "" }, "desk: a link was refused");
  return data({ token: undefined }, { status: 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm({ request, context });
  const login = await getDeskVisit(context).desk.logInByLink(tokenSchema.parse(form.get("token")));
  return login ? openSession(context, login) : data(null, { status: 410 });
}

export default function LoginLink({ loaderData: { token } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  if (token === undefined) return <DeskPage title={t("desk.login.title")} problem={t("desk.login.linkEnded")} />;
  return (
    <DeskPage title={t("desk.login.title")}>
      <form method="post" action={href("/desk/link")} className="narrow">
        <input type="hidden" name="token" value={token} />
        <button className={buttons["primary"]}>{t("desk.login.submit")}</button>
      </form>
    </DeskPage>
  );
}
