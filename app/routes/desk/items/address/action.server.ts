import { data } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import type { notFound } from "#app/http/responses.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { readPart } from "./data.server.ts";

type Args = Parameters<typeof notFound>[0];

export async function changeAddress(args: Args) {
  const { desk, account, ownerTexts, publishing } = getContentDesk(args.context);
  const part = readPart(args);
  const name = ((await readForm(args)).get("name") ?? "").trim().toLowerCase().slice(0, 300);
  const result = await publishing.moveItem(part, name);
  if ("refused" in result) {
    const { refused, problem } = result;
    if (problem) desk.log.error({ account, problem }, "desk: the content folder can't be written");
    return data({ name, problem: ownerTexts.t(`desk.address.refused.${refused}`) }, { status: 422 });
  }
  desk.log.info({ account, part, name }, "desk: move");
  desk.noteEdits(result.parts, account);
  return redirectWithNotice("moved");
}
