import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PictureCard } from "#app/components/catalogue/card.tsx";
import { FadeUp } from "#app/components/motion/fade-up.tsx";
import { useKindTitle } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getListPath } from "#app/i18n/urls.ts";
import type { CardData } from "#app/loaders/cards.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import styles from "./kind-section.module.css";

type KindSectionProps = {
  kind: Kind;
  title?: string | undefined;
  text: string | undefined;
  cards: CardData[];
  children: ReactNode;
};

export function KindSection({ kind, title, text, cards, children }: KindSectionProps) {
  const { t } = useTranslation("home");
  const getKindTitle = useKindTitle();
  if (cards.length === 0) return null;
  return (
    <section className={`${styles["section"]} page-width`}>
      <header className="stack-2">
        <h2>{title ?? getKindTitle(kind)}</h2>
        <p className="soft">{text}</p>
        <SiteLink to={getListPath(kind)} className="tall-link">
          {t("more", { kind: getKindTitle(kind) })}
        </SiteLink>
      </header>
      <div>{children}</div>
    </section>
  );
}

export function PictureCards({ cards }: { cards: CardData[] }) {
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
