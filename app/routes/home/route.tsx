import { useTranslation } from "react-i18next";
import { TextCard } from "../../components/catalogue/card.tsx";
import { HomeSection, PictureCards, PlainCards } from "../../components/catalogue/home-section.tsx";
import { Figures } from "../../components/layout/figures.tsx";
import { Hero } from "../../components/layout/hero.tsx";
import { useSettings } from "../../components/ui/page-data.ts";
import { BatchLookupWithExample } from "../../components/search/batch-example.tsx";
import { BatchLookup } from "../../components/search/batch-lookup.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { LinkedTitle } from "../../components/ui/site-link.tsx";
import type { Advert } from "../../services/api/contract/entities.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import styles from "./home.module.css";
import { loadHomeCards, type HomeKind } from "./data.server.ts";
import { createSiteData, createPageMeta } from "../../components/meta/page-meta.ts";
import { getApi } from "../../http/request-context.ts";
import { loadAdverts, loadSentences } from "../../loaders/site.server.ts";
import { loadNewestBatch } from "../../loaders/batches.server.ts";

export const handle = { messages: ["home", "info"] } satisfies Handle;

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const [cards, { verse, home = [] }, batch, heroes, banners] = await Promise.all([
    loadHomeCards(api),
    loadSentences(api),
    loadNewestBatch(context),
    loadAdverts(api, "home-hero"),
    loadAdverts(api, "home-banner"),
  ]);
  return { verse, home, cards, batch, heroes, banner: banners[0] };
}

export function meta(args: Route.MetaArgs) {
  return createPageMeta(args, { about: createSiteData });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("home");
  const settings = useSettings();
  const { verse, home, cards, batch, heroes, banner } = loaderData;
  const getSection = (kind: HomeKind) => {
    const { title, text = t(`texts.${kind}`) } = home.find((section) => section.kind === kind) ?? {};
    return { kind, title, text, cards: cards[kind] };
  };
  return (
    <>
      <Hero adverts={heroes} verse={verse} slogan={settings.slogan} />
      {settings.figures && settings.figures.length > 0 && (
        <section className={styles["figures"]}>
          <h2 className="visually-hidden">{t("figures")}</h2>
          <Figures figures={settings.figures} />
        </section>
      )}
      {batch && (
        <section className={styles["batch"]}>
          <BatchLookupWithExample example={batch}>
            <h2>{t("batch.title")}</h2>
            <p>{t("batch.text")}</p>
            <BatchLookup />
          </BatchLookupWithExample>
        </section>
      )}
      <HomeSection {...getSection("product")}>
        <PictureCards cards={cards.product} />
      </HomeSection>
      <HomeSection {...getSection("prescription")}>
        <PictureCards cards={cards.prescription} />
      </HomeSection>
      <Banner advert={banner} />
      <HomeSection {...getSection("service")}>
        <PlainCards cards={cards.service} />
      </HomeSection>
      <HomeSection {...getSection("case")}>
        <PlainCards cards={cards.case} />
      </HomeSection>
      <HomeSection {...getSection("news")}>
        {cards.news.map((card) => (
          <TextCard key={card.id} card={card} headingLevel={3} />
        ))}
      </HomeSection>
    </>
  );
}

/** Shows an advert in full width. */
function Banner({ advert }: { advert: Advert | undefined }) {
  if (!advert?.title) return null;
  return (
    <section className={styles["banner"]}>
      <div className={styles["bannerInner"]}>
        <div className={styles["bannerPlate"]}>
          <Picture image={advert.image} alt={advert.image?.alt ?? ""} drawnWidth="card" />
        </div>
        <div>
          <h2>
            <LinkedTitle to={advert.link} title={advert.title} />
          </h2>
          {advert.summary && <p>{advert.summary}</p>}
        </div>
      </div>
    </section>
  );
}
