import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { Figures } from "../../components/layout/figures.tsx";
import { useAdverts, useSettings } from "../../components/ui/page-data.ts";
import type { Handle } from "../../handle.ts";
import { getApi } from "../../http/request-context.ts";
import { loadSentences } from "../../loaders/site.server.ts";
import type { Route } from "./+types/layout";
import { Hero } from "./hero.tsx";
import styles from "./home.module.css";

export const handle = { messages: ["home"] } satisfies Handle;

export async function loader({ context }: Route.LoaderArgs) {
  const { verse } = await loadSentences(getApi(context));
  return { verse };
}

/** The layout `home`: adverts and figures across the whole width, and below them the sections of the page. */
export default function HomeLayout({ loaderData }: Route.ComponentProps) {
  const { slogan } = useSettings();
  return (
    <>
      <Hero adverts={useAdverts("home-hero")} verse={loaderData.verse} slogan={slogan} />
      <KeyFigures />
      <Outlet />
    </>
  );
}

function KeyFigures() {
  const { t } = useTranslation("home");
  const { figures = [] } = useSettings();
  if (figures.length === 0) return null;
  return (
    <section className={`${styles["figures"]} page-width`}>
      <h2 className="visually-hidden">{t("figures")}</h2>
      <Figures figures={figures} />
    </section>
  );
}
