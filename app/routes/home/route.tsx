import { useTranslation } from "react-i18next";
import { useSettings } from "../../components/ui/page-data.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { loadHomeCards, type HomeKind } from "./data.server.ts";
import { createSiteData, createPageMeta } from "../../components/meta/page-meta.ts";
import { getApi } from "../../http/request-context.ts";
import { loadAdverts, loadSentences } from "../../loaders/site.server.ts";
import { loadNewestBatch } from "../../loaders/batches.server.ts";
import { Hero } from "./hero.tsx";
import { KindSection, PictureCards, PlainCards, TextCards } from "./kind-section.tsx";
import { BatchSection, Banner, KeyFigures } from "./sections.tsx";

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
      <KeyFigures />
      <BatchSection batch={batch} />
      <KindSection {...getSection("product")}>
        <PictureCards cards={cards.product} />
      </KindSection>
      <KindSection {...getSection("prescription")}>
        <PictureCards cards={cards.prescription} />
      </KindSection>
      <Banner advert={banner} />
      <KindSection {...getSection("service")}>
        <PlainCards cards={cards.service} />
      </KindSection>
      <KindSection {...getSection("case")}>
        <PlainCards cards={cards.case} />
      </KindSection>
      <KindSection {...getSection("news")}>
        <TextCards cards={cards.news} />
      </KindSection>
    </>
  );
}
