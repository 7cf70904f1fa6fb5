import { getContentDesk } from "#app/http/desk-context.ts";
import { notFound } from "#app/http/responses.ts";
import { readPartTitle } from "#app/services/content/changes/compare-content.ts";
import { getPartAddress } from "#app/services/content/changes/parts.ts";
import { createFormAddress, describeLocation } from "#app/services/desk/content-names.ts";
import { isItem } from "#app/services/desk/items/move-item.ts";

type Args = Parameters<typeof notFound>[0];

export function readPart(args: Args): string {
  const part = args.url.searchParams.get("part") ?? "";
  if (!isItem(getContentDesk(args.context).desk.environment.CONTENT_DIR, part)) throw notFound(args);
  return part;
}

export function loadAddress(args: Args) {
  const part = readPart(args);
  const [, id = ""] = part.split("/");
  const { desk, ownerTexts } = getContentDesk(args.context);
  const place = describeLocation(part, readPartTitle(desk.environment.CONTENT_DIR, part), "", ownerTexts);
  const name = (args.url.searchParams.get("to") ?? id).slice(0, 100);
  return { place, name, address: getPartAddress(part)!, form: createFormAddress(part) };
}
