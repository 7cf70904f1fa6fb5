import { useTranslation } from "react-i18next";
import { TextCard } from "#app/components/catalogue/card.tsx";
import { CompositionLegend } from "#app/components/item/composition-row.tsx";
import { createPageMeta, createSiteData } from "#app/components/meta/page-meta.ts";
import { useKindTitle } from "#app/components/ui/page-data.ts";
import type { Handle } from "#app/handle.ts";
import { getApi } from "#app/http/request-context.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import type { CardData } from "#app/loaders/cards.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import type { Route } from "./+types/route";
import { loadHomeCards, type HomeKind } from "./data.server.ts";
import { KindSection, PictureCards } from "./kind-section.tsx";
import { LinkLine } from "./link-line.tsx";

export const handle = { query: [] } satisfies Handle;

export async function loader({ context }: Route.LoaderArgs) {
  const [cards, { home = [] }] = await Promise.all([loadHomeCards(context), loadSentences(getApi(context))]);
  return { home, cards };
}

export function meta(args: Route.MetaArgs) {
  return createPageMeta(args, { about: createSiteData });
}

const addLink = (card: CardData) => ({ ...card, link: getContentPath(card.kind, card.id) });

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("home");
  const getKindTitle = useKindTitle();
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
        <CompositionLegend />
        <PictureCards cards={cards.prescription} />
      </KindSection>
      <KindSection {...getSection("news")}>
        {cards.news.map((card) => (
          <TextCard key={card.id} card={card} headingLevel={3} />
        ))}
      </KindSection>
      {(["service", "case"] as const).map((kind) => (
        <LinkLine key={kind} title={getSection(kind).title ?? getKindTitle(kind)} links={cards[kind].map(addLink)} />
      ))}
    </>
  );
}
