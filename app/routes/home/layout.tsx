import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { BatchLookup } from "#app/components/item/batch-lookup.tsx";
import { Figures } from "#app/components/layout/figures.tsx";
import { BatchExampleNote } from "#app/components/search/batch-example.tsx";
import { useAdverts, useSettings } from "#app/components/ui/page-data.ts";
import type { Handle } from "#app/handle.ts";
import { getApi } from "#app/http/request-context.ts";
import { loadBatchExample } from "#app/loaders/batches.server.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import type { Route } from "./+types/layout";
import { Hero } from "./hero.tsx";
import styles from "./home.module.css";
import { LinkLine } from "./link-line.tsx";
import { PasteSection } from "./paste-section.tsx";

export const handle = { messages: ["home", "info"] } satisfies Handle;

export async function loader({ context }: Route.LoaderArgs) {
  const [{ verse }, batch] = await Promise.all([loadSentences(getApi(context)), loadBatchExample(context)]);
  return { verse, batch };
}

/** Renders the first advert, the batch look-up, the order sheet, the page's sections, other adverts and the figures. */
export default function HomeLayout({ loaderData }: Route.ComponentProps) {
  const { slogan } = useSettings();
  const [firstAdvert, ...others] = useAdverts("home-hero");
  return (
    <>
      <Hero firstAdvert={firstAdvert} verse={loaderData.verse} slogan={slogan} />
      <div className={`${styles["tasks"]} page-width`}>
        <BatchSection batch={loaderData.batch} />
        <PasteSection />
      </div>
      <Outlet />
      <LinkLine links={[...others, ...useAdverts("home-banner")]} />
      <KeyFigures />
    </>
  );
}

function KeyFigures() {
  const { t } = useTranslation("home");
  const { figures = [] } = useSettings();
  if (figures.length === 0) return null;
  return (
    <section className={`${styles["part"]} page-width`}>
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
    <section className="stack-3">
      <h2>{t("batch.title")}</h2>
      <p>{t("batch.text")}</p>
      <BatchLookup />
      <BatchExampleNote {...batch} />
    </section>
  );
}
