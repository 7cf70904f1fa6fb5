import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { BatchLookupWithExample } from "#app/components/search/batch-example.tsx";
import { BatchLookup } from "#app/components/search/batch-lookup.tsx";
import { Figures } from "#app/components/layout/figures.tsx";
import { useAdverts, useSettings } from "#app/components/ui/page-data.ts";
import type { Handle } from "#app/handle.ts";
import { getApi } from "#app/http/request-context.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import type { Route } from "./+types/layout";
import { loadBatchExample } from "#app/loaders/batches.server.ts";
import { Hero, OtherAdverts } from "./hero.tsx";
import styles from "./home.module.css";

export const handle = { messages: ["home", "info"] } satisfies Handle;

export async function loader({ context }: Route.LoaderArgs) {
  const [{ verse }, batch] = await Promise.all([loadSentences(getApi(context)), loadBatchExample(context)]);
  return { verse, batch };
}

/** Renders the first advert, the batch look-up, the other adverts and the figures, then the page's sections. */
export default function HomeLayout({ loaderData }: Route.ComponentProps) {
  const { slogan } = useSettings();
  const adverts = useAdverts("home-hero");
  return (
    <>
      <Hero adverts={adverts} verse={loaderData.verse} slogan={slogan} />
      <BatchSection batch={loaderData.batch} />
      <OtherAdverts adverts={adverts.slice(1)} />
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

/** Renders the batch look-up with the newest released batch as an example. Renders nothing without batches. */
function BatchSection({ batch }: Pick<Route.ComponentProps["loaderData"], "batch">) {
  const { t } = useTranslation("home");
  if (!batch) return null;
  return (
    <section className={`${styles["batch"]} page-width`}>
      <BatchLookupWithExample example={batch.example} none={batch.none} isRising>
        <h2>{t("batch.title")}</h2>
        <p>{t("batch.text")}</p>
        <BatchLookup />
      </BatchLookupWithExample>
    </section>
  );
}
