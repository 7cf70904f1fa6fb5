import type { ReactNode } from "react";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { CompositionPicture } from "#app/components/item/composition-picture.tsx";
import { DateText } from "#app/components/ui/date-text.tsx";
import { ItemNames } from "#app/components/ui/item-names.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath } from "#app/i18n/urls.ts";
import type { CardData } from "#app/loaders/cards.ts";
import type { Marks } from "#app/services/api/contract/hits.ts";
import styles from "./card.module.css";

type CardProps = {
  card: CardData;
  headingLevel?: 2 | 3;
  isFirst?: boolean;
  /** Button in front of the link that covers the card. */
  action?: ReactNode;
};

/** Renders a card with a picture. Its link covers the whole card. */
export function PictureCard({ card, headingLevel, isFirst, action }: CardProps) {
  const note = card.note && <p className={`${styles["note"]} note`}>{card.note}</p>;
  return (
    <article className={styles["card"]} lang={card.lang}>
      <div>
        {card.letter && (
          <p
            className={card.composition ? "visually-hidden" : styles["letter"]}
            lang="zh-Latn"
            id={`letter-${card.letter}`}
          >
            {card.letter}
          </p>
        )}
        {card.composition ? (
          <CompositionPicture {...card.composition} />
        ) : (
          <Picture image={card.cover} alt="" shownWidth="card" isFirst={isFirst} item={card} />
        )}
      </div>
      <div className={action ? styles["offer"] : undefined}>
        {!card.names && note}
        <CardText card={card} headingLevel={headingLevel}>
          {card.names && <ItemNames names={card.names} />}
        </CardText>
        {card.minimum && <p className={`${styles["minimum"]} note`}>{card.minimum}</p>}
        {action && <div className={styles["action"]}>{action}</div>}
        {card.names && note}
        {card.batch && (
          <p className={`${styles["batch"]} note`}>
            {card.batch.id} <BatchStateMark state={card.batch.state}>{card.batch.word}</BatchStateMark>
          </p>
        )}
      </div>
    </article>
  );
}

export function TextCard({ card, headingLevel, category = card.category }: CardProps & { category?: ReactNode }) {
  return (
    <article className={styles["line"]} lang={card.lang}>
      <p className={`${styles["note"]} note`}>
        {card.date && <DateText date={card.date} />}
        {category && <span>{category}</span>}
      </p>
      <div>
        <CardText card={card} headingLevel={headingLevel} />
      </div>
    </article>
  );
}

/**
 * Renders title, with `children` in its line, and summary. In a search result, adds the matched name; the matching
 * passage replaces the summary.
 */
function CardText({
  card: { kind, id, title, summary, hit },
  headingLevel = 2,
  children,
}: Pick<CardProps, "card" | "headingLevel"> & { children?: ReactNode }) {
  const Heading = `h${headingLevel}` as const;
  const { text, marks } = hit?.extract ?? { text: summary };
  return (
    <>
      <div className={styles["head"]}>
        <Heading className={styles["title"]}>
          <SiteLink to={getContentPath(kind, id)} className={`${styles["link"]} quiet-link`}>
            <MarkedText text={title} marks={hit?.title} />
          </SiteLink>
        </Heading>
        {children}
      </div>
      {hit?.name && (
        <p className={styles["name"]}>
          <mark lang={hit.nameLang}>{hit.name}</mark>
        </p>
      )}
      {text && (
        <p className={`${styles["summary"]} soft`}>
          <MarkedText text={text} marks={marks} />
        </p>
      )}
    </>
  );
}

export function MarkedText({ text, marks = [] }: { text: string; marks?: Marks | undefined }) {
  const ends = [0, ...marks.map(([, end]) => end)];
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends[marks.length])}
    </>
  );
}
