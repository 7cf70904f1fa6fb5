import { useTranslation } from "react-i18next";
import type { Route } from "./+types/route";
import { SearchForm } from "../frame/search-form.tsx";
import { DeskPage } from "../frame/page.tsx";
import { findItems } from "./data.server.ts";

/** Finds items by words of the title, or URL. */
export const loader = (args: Route.LoaderArgs) => findItems(args);

export default function Items({ loaderData: { q, items, isCut } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.items.title")}>
      <p className="note">{t("desk.items.lead")}</p>
      <SearchForm q={q} label={t("desk.items.search")} />
      {items.length === 0 && <p>{t("desk.items.none")}</p>}
      <ul className="rows">
        {items.map(({ place, address, form, history, move }) => (
          <li key={address}>
            <a href={form}>{place}</a>
            <span className="note">{address}</span>
            <span>
              <a className="beside" href={history}>
                {t("desk.items.history")}
              </a>
              <a className="beside" href={move}>
                {t("desk.items.address")}
              </a>
            </span>
          </li>
        ))}
      </ul>
      {isCut && <p className="note">{t("desk.items.more", { count: items.length })}</p>}
    </DeskPage>
  );
}
