import { useTranslation } from "react-i18next";
import { cardData, type CardData } from "../components/catalogue/card-data.ts";
import { PictureCard, TextCard } from "../components/catalogue/card.tsx";
import { Figures } from "../components/layout/figures.tsx";
import { Hero } from "../components/layout/hero.tsx";
import { useKindTitle } from "../components/layout/kind-title.ts";
import { useAdverts, useSettings } from "../components/layout/shared-data.ts";
import { FadeUp } from "../components/motion/fade-up.tsx";
import { Icon } from "../components/ui/icon.tsx";
import { Picture } from "../components/ui/picture.tsx";
import { SiteLink } from "../components/ui/site-link.tsx";
import type { Kind } from "../contract/kinds.ts";
import { localizePath, splitLocale } from "../i18n/urls.ts";
import type { Route } from "./+types/home";
import styles from "./home.module.css";
import { siteData } from "./linked-data.ts";
import { apiOf } from "./middleware/api.ts";
import { pageMeta } from "./page-meta.ts";

export const handle = { messages: ["home"] };

/** How many items of a kind the front page shows. */
const shown = { product: 4, prescription: 4, service: 6, case: 2, news: 4 } satisfies Partial<Record<Kind, number>>;

export async function loader({ context }: Route.LoaderArgs) {
  const { content } = apiOf(context);
  const cards = async (kind: keyof typeof shown) =>
    (await content.list(kind, { pageSize: shown[kind] })).rows.map((row) => cardData(kind, row));
  const kinds = Object.keys(shown) as (keyof typeof shown)[];
  const lists = await Promise.all(kinds.map(async (kind) => [kind, await cards(kind)] as const));
  return Object.fromEntries(lists) as Record<keyof typeof shown, CardData[]>;
}

export function meta(args: Route.MetaArgs) {
  const shared = args.matches[0].loaderData;
  const search = localizePath("/search", splitLocale(args.location.pathname).locale);
  return pageMeta(args, {
    about: (page) => siteData(shared?.settings ?? {}, page, (shared?.origin ?? "") + search),
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("home");
  const settings = useSettings();
  return (
    <>
      <Hero adverts={useAdverts("home-hero")} verse={t("verse")} slogan={settings.slogan} />
      {settings.figures && settings.figures.length > 0 && (
        <section className={styles["figures"]}>
          <h2 className="visually-hidden">{t("figures")}</h2>
          <Figures figures={settings.figures} />
        </section>
      )}
      <Section kind="product" cards={loaderData.product} title={t("products")} text={t("productsText")}>
        <PictureCards cards={loaderData.product} />
      </Section>
      <Section
        kind="prescription"
        cards={loaderData.prescription}
        title={t("prescriptions")}
        text={t("prescriptionsText")}
      >
        <PictureCards cards={loaderData.prescription} />
      </Section>
      <Banner />
      <Section kind="service" cards={loaderData.service} title={t("services")} text={t("servicesText")}>
        <PlainCards cards={loaderData.service} />
      </Section>
      <Section kind="case" cards={loaderData.case} title={t("cases")} text={t("casesText")}>
        <PlainCards cards={loaderData.case} />
      </Section>
      <Section kind="news" cards={loaderData.news} title={t("news")} text={t("newsText")}>
        {loaderData.news.map((card) => (
          <TextCard key={card.id} card={card} headingLevel={3} />
        ))}
      </Section>
    </>
  );
}

type SectionProps = { kind: Kind; title: string; text: string; cards: CardData[]; children: React.ReactNode };

/** A kind on the front page: its heading at the side, its newest items beside it; nothing where there are none. */
function Section({ kind, title, text, cards, children }: SectionProps) {
  const { t } = useTranslation("home");
  const kindTitle = useKindTitle();
  if (cards.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <header className={styles["head"]}>
        <h2>{title}</h2>
        <p>{text}</p>
        <SiteLink to={`/${kind}/list`} className={styles["more"]}>
          {t("more", { kind: kindTitle(kind).toLowerCase() })}
          <Icon name="arrow" />
        </SiteLink>
      </header>
      <div>{children}</div>
    </section>
  );
}

function PictureCards({ cards }: { cards: CardData[] }) {
  return (
    <div className={styles["cards"]}>
      {cards.map((card, index) => (
        <FadeUp key={card.id} delay={index * 0.06}>
          <PictureCard card={card} headingLevel={3} />
        </FadeUp>
      ))}
    </div>
  );
}

function PlainCards({ cards }: { cards: CardData[] }) {
  return (
    <div className={styles["columns"]}>
      {cards.map(({ kind, id, title, summary, note, lang }) => (
        <FadeUp key={id}>
          <article className={styles["service"]} lang={lang}>
            {note && <p className={styles["note"]}>{note}</p>}
            <h3>
              <SiteLink to={`/${kind}/info/${encodeURIComponent(id)}`}>{title}</SiteLink>
            </h3>
            {summary && <p>{summary}</p>}
          </article>
        </FadeUp>
      ))}
    </div>
  );
}

/** The first advert of the second group, across the whole width. */
function Banner() {
  const [advert] = useAdverts("home-banner");
  if (!advert?.title) return null;
  return (
    <section className={styles["banner"]}>
      <div className={styles["bannerInner"]}>
        <div className={styles["bannerPlate"]}>
          <Picture image={advert.image} alt="" />
        </div>
        <div>
          <h2>{advert.link ? <SiteLink to={advert.link}>{advert.title}</SiteLink> : advert.title}</h2>
          {advert.summary && <p>{advert.summary}</p>}
        </div>
      </div>
    </section>
  );
}
