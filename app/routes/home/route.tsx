import { useTranslation } from "react-i18next";
import { useAdverts, type SharedData } from "#app/components/ui/page-data.ts";
import type { Handle } from "#app/handle.ts";
import type { Route } from "./+types/route";
import { loadHomeCards, type HomeKind } from "./data.server.ts";
import { createSiteData, createPageMeta } from "#app/components/meta/page-meta.ts";
import { getApi, getT } from "#app/http/request-context.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import { KindSection, PictureCards, ColumnCards, TextCards } from "./kind-section.tsx";
import { FadeUp } from "#app/components/motion/fade-up.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { LinkedTitle } from "#app/components/ui/site-link.tsx";
import styles from "./home.module.css";

export const handle = { query: [] } satisfies Handle;

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const [cards, { home = [] }] = await Promise.all([loadHomeCards(api, getT(context, "loader")), loadSentences(api)]);
  return { home, cards };
}

export function meta(args: Route.MetaArgs) {
  return createPageMeta(args, { about: createSiteData });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("home");
  const [banner] = useAdverts("home-banner");
  const { home, cards } = loaderData;
  const getSection = (kind: HomeKind) => {
    const { title, text = t(`texts.${kind}`) } = home.find((section) => section.kind === kind) ?? {};
    return { kind, title, text, cards: cards[kind] };
  };
  return (
    <>
      <KindSection {...getSection("product")}>
        <PictureCards cards={cards.product} />
      </KindSection>
      <KindSection {...getSection("prescription")}>
        <PictureCards cards={cards.prescription} />
      </KindSection>
      <Banner advert={banner} />
      <KindSection {...getSection("service")}>
        <ColumnCards cards={cards.service} />
      </KindSection>
      <KindSection {...getSection("case")}>
        <ColumnCards cards={cards.case} />
      </KindSection>
      <KindSection {...getSection("news")}>
        <TextCards cards={cards.news} />
      </KindSection>
    </>
  );
}

function Banner({ advert }: { advert: SharedData["adverts"][number] | undefined }) {
  if (!advert?.title) return null;
  return (
    <section className={styles["banner"]} lang={advert.lang}>
      <FadeUp className={`${styles["bannerInner"]} page-width`}>
        <div className={styles["bannerPlate"]}>
          <Picture image={advert.image} alt={advert.image?.alt ?? ""} shownWidth="card" />
        </div>
        <div>
          <h2>
            <LinkedTitle to={advert.link} title={advert.title} />
          </h2>
          {advert.summary && <p className="measure soft">{advert.summary}</p>}
        </div>
      </FadeUp>
    </section>
  );
}
