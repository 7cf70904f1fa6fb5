import { useTranslation } from "react-i18next";
import { DeskPage, RowSection } from "#app/routes/desk/frame/page.tsx";
import { SearchForm } from "#app/routes/desk/frame/search-form.tsx";
import type { Route } from "./+types/route";
import { findItems } from "./data.server.ts";

/** Finds items by words of their title, or by their URL. */
export const loader = (args: Route.LoaderArgs) => findItems(args);

export default function Items({ loaderData: { q, items, isCut, scheduled } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.items.title")}>
      <p className="note">{t("desk.items.lead")}</p>
      <SearchForm q={q} label={t("desk.items.search")} />
      {scheduled.length > 0 && (
        <>
          <RowSection title={t("desk.items.scheduled")}>
            {scheduled.map(({ place, time }) => (
              <li key={`${place} ${time}`}>
                {place} <strong>{time}</strong>
              </li>
            ))}
          </RowSection>
          <h2>{t("desk.items.all")}</h2>
        </>
      )}
      {items.length === 0 && <p>{t("desk.items.none")}</p>}
      <ul className="rows">
        {items.map(({ place, address, times, formAddress, historyAddress, moveAddress }) => (
          <li key={address}>
            <a href={formAddress}>{place}</a>
            <span className="note">{[address, ...times].join(" · ")}</span>
            <span>
              <a className="beside" href={historyAddress}>
                {t("desk.items.history")}
              </a>
              <a className="beside" href={moveAddress}>
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
