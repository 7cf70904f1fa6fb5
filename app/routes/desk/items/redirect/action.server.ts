import { data } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { getOrigin } from "#app/http/request-context.ts";
import type { notFound } from "#app/http/responses.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { formatMessage } from "#app/services/content/checks/messages.ts";
import { readAddress } from "#app/services/desk/items/redirect-address.ts";
import { listItemsAndPages } from "../data.server.ts";
import { readOldAddress } from "./data.server.ts";

type Args = Parameters<typeof notFound>[0];

export async function saveRedirect(args: Args) {
  const { desk, account, ownerTexts, publishing } = getContentDesk(args.context);
  const from = readOldAddress(args);
  const form = await readForm(args);
  const typed = (form.get("to") ?? "").slice(0, 500);
  const titled = (await listItemsAndPages({ desk, ownerTexts })).filter(({ title }) => title === typed.trim());
  const address = titled.length === 1 ? titled[0]!.address : typed;
  const to = readAddress(address, [args.url.origin, getOrigin(args.context, args.url)]);
  const target = form.get("intent") === "gone" ? { gone: true } : { to };
  const result = await publishing.redirectAddress({ from, ...target });
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
