import { useTranslation } from "react-i18next";
import { RichText } from "#app/components/item/rich-text.tsx";
import { Figures } from "#app/components/layout/figures.tsx";
import { createPageMeta } from "#app/components/meta/page-meta.ts";
import { FadeUp } from "#app/components/motion/fade-up.tsx";
import { useAdverts } from "#app/components/ui/page-data.ts";
import { Page } from "#app/components/ui/page.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import type { Handle } from "#app/handle.ts";
import { getApi, getT } from "#app/http/request-context.ts";
import type { Route } from "./+types/route";
import styles from "./about-us.module.css";

export const handle = { messages: ["about"], query: [] } satisfies Handle;

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const settings = await api.optional(api.site.settings());
  const { about, milestones = [], figures = [], slogan } = settings ?? {};
  const title = getT(context, "common")("pages.about");
  return { title, isPartial: !settings, about, milestones, figures, slogan };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData ? createPageMeta(args, { title: loaderData.title, description: loaderData.slogan }) : [];
}

export default function AboutUs({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("about");
  const { title, isPartial, about, milestones, figures, slogan } = loaderData;
  const picture = useAdverts("home-banner")[0]?.image;
  return (
    <Page title={title} lead={slogan}>
      <div className={styles["layout"]}>
        <div>
          {about && <RichText html={about} />}
          {isPartial && <p>{t("unavailable")}</p>}
        </div>
        <div className={`${styles["aside"]} stack-5`}>
          <FadeUp>
            <Picture image={picture} alt={picture?.alt ?? ""} shownWidth="full" isFirst />
          </FadeUp>
          {figures.length > 0 && (
            <>
              <h2>{t("figures")}</h2>
              <Figures figures={figures} />
            </>
          )}
        </div>
      </div>
      {milestones.length > 0 && (
        <section className={`${styles["section"]} stack-5`}>
          <h2>{t("milestones")}</h2>
          <ol>
            {milestones.map(({ year, title: milestone, summary }) => (
              <li key={`${year} ${milestone}`}>
                <FadeUp className={styles["milestone"]}>
                  <p className={styles["year"]}>{year}</p>
                  <div className={styles["event"]}>
                    <h3>{milestone}</h3>
                    {summary && <p className="measure soft">{summary}</p>}
                  </div>
                </FadeUp>
              </li>
            ))}
          </ol>
        </section>
      )}
    </Page>
  );
}
