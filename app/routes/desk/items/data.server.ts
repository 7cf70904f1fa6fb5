import { href } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { getOrigin, getServices } from "#app/http/request-context.ts";
import { describePeriod } from "#app/routes/desk/frame/changes.server.ts";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { readPartPeriod } from "#app/services/content/changes/compare-content.ts";
import { getPartAddress } from "#app/services/content/files/parts.ts";
import type { Desk } from "#app/services/desk/desk.ts";
import { listItems } from "#app/services/desk/editor/cms-config.ts";
import { createFormAddress, describeLocation } from "#app/services/desk/editor/content-names.ts";
import { readAddress } from "#app/services/desk/items/redirect-address.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import type { Route } from "./+types/route";

const maxItems = 50;

/** Lists all items and plain pages with their titles. */
export async function listItemsAndPages(desk: Desk, ownerTexts: OwnerTexts) {
  const all = [];
  for (const kind of [...kinds, "page" as const])
    for (const { value, label } of await listItems(desk.environment.CONTENT_DIR, kind, ownerTexts)) {
      const part = `${kind}/${value}`;
      all.push({
        part,
        title: label,
        place: describeLocation(part, ownerTexts, label),
        address: getPartAddress(part)!,
      });
    }
  return all;
}

export async function findItems({ url, context }: Pick<Route.LoaderArgs, "url" | "context">) {
  const { desk, ownerTexts } = getContentDesk(context);
  // A pasted name may have invisible characters.
  const q = cleanText(url.searchParams.get("q") ?? "")
    .trim()
    .slice(0, 300);
  const searchedText = readAddress(q, [url.origin, getOrigin(context, url)]).toLowerCase();
  const found = (await listItemsAndPages(desk, ownerTexts)).filter(({ place, address }) =>
    `${place} ${address}`.toLowerCase().includes(searchedText),
  );
  const items = found.slice(0, maxItems).map(({ part, place, address }) => ({
    place,
    address,
    times: describePeriod(readPartPeriod(desk.environment.CONTENT_DIR, part), ownerTexts),
    formAddress: createFormAddress(part),
    historyAddress: `${href("/desk/history")}?${new URLSearchParams({ part })}`,
    moveAddress: `${href("/desk/address")}?${new URLSearchParams({ part })}`,
  }));
  const scheduled = getServices(context)
    .listScheduled(ownerTexts.locale)
    .map(({ kind, id, title, ...period }) => ({
      place: describeLocation(`${kind}/${id}`, ownerTexts, title),
      time: describePeriod(period, ownerTexts).join(" · "),
    }));
  return { q, items, isCut: found.length > items.length, scheduled: q ? [] : scheduled };
}
