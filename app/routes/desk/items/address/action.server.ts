import { data } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { notFound } from "#app/http/responses.ts";
import { readPartTitle } from "#app/services/content/changes/compare-content.ts";
import { getPartAddress } from "#app/services/content/changes/parts.ts";
import { createFormAddress, describePlace } from "#app/services/desk/content-names.ts";
import { isItem } from "#app/services/desk/items/move-item.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";

type Args = Parameters<typeof notFound>[0];

function readPart(args: Args): string {
  const part = args.url.searchParams.get("part") ?? "";
  if (!isItem(getContentDesk(args.context).desk.environment.CONTENT_DIR, part)) throw notFound(args);
  return part;
}

export function loadAddress(args: Args) {
  const part = readPart(args);
  const [, id = ""] = part.split("/");
  const { desk, owner } = getContentDesk(args.context);
  const place = describePlace(part, readPartTitle(desk.environment.CONTENT_DIR, part), "", owner);
  const name = (args.url.searchParams.get("to") ?? id).slice(0, 100);
  return { place, name, address: getPartAddress(part)!, form: createFormAddress(part) };
}

export async function changeAddress(args: Args) {
  const { desk, account, owner, publishing } = getContentDesk(args.context);
  const part = readPart(args);
  const name = ((await readForm(args)).get("name") ?? "").trim().slice(0, 300);
  const result = await publishing.moveItem(part, name);
  if ("refused" in result) {
    const { refused, problem } = result;
    if (problem) desk.log.error({ account, problem }, "desk: the content folder can't be written");
    return data({ name, problem: owner.t(`desk.address.refused.${refused}`) }, { status: 422 });
  }
  desk.log.info({ account, part, name }, "desk: move");
  desk.noteEdits(result.parts, account);
  return redirectWithNotice("moved");
}
