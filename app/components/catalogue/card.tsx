import { formatDate } from "../../i18n/format.ts";
import { Picture } from "../ui/picture.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useLocale } from "../ui/use-locale.ts";
import type { CardData } from "./card-data.ts";
import styles from "./card.module.css";
import { DoseStrip } from "./dose-strip.tsx";

type CardProps = {
  card: CardData;
  headingLevel?: 2 | 3;
  isFirst?: boolean;
  /** A button of its own, above the link that covers the card. */
  action?: React.ReactNode;
};

/** An item with its plate, as a list shows it. The whole card is its link's target. */
export function PictureCard({ card, headingLevel = 2, isFirst, action }: CardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <article className={styles["card"]} lang={card.lang}>
      <div>
        <Picture image={card.cover} alt="" isFirst={isFirst} />
        {card.doses && <DoseStrip doses={card.doses} />}
      </div>
      <div className={styles["text"]}>
        {card.note && (
          <p className={styles["note"]} lang={card.noteLang}>
            {card.note}
          </p>
        )}
        <Heading className={styles["title"]}>
          <SiteLink to={`/${card.kind}/info/${encodeURIComponent(card.id)}`} className={styles["link"]}>
            {card.title}
          </SiteLink>
        </Heading>
        {card.summary && <p className={styles["summary"]}>{card.summary}</p>}
      </div>
      {action && <div className={styles["action"]}>{action}</div>}
    </article>
  );
}

/** An item as a line of text with its date, as news are shown. */
export function TextCard({ card, headingLevel = 2 }: CardProps) {
  const locale = useLocale();
  const Heading = `h${headingLevel}` as const;
  return (
    <article className={styles["line"]} lang={card.lang}>
      <p className={styles["note"]}>
        {card.date && <time dateTime={card.date}>{formatDate(card.date, locale)}</time>}
        {card.category && <span>{card.category}</span>}
      </p>
      <div>
        <Heading className={styles["title"]}>
          <SiteLink to={`/${card.kind}/info/${encodeURIComponent(card.id)}`} className={styles["link"]}>
            {card.title}
          </SiteLink>
        </Heading>
        {card.summary && <p className={styles["summary"]}>{card.summary}</p>}
      </div>
    </article>
  );
}
