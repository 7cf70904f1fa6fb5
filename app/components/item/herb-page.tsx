import type { ComponentProps, ReactNode } from "react";
import type { Image } from "../../services/api/contract/entities.ts";
import { Page } from "../layout/page.tsx";
import { Picture } from "../ui/picture.tsx";
import styles from "./herb-page.module.css";
import { ItemPictures } from "./item-pictures.tsx";
import { FactList, type Fact } from "./page-sections.tsx";
import { ItemNames } from "./item-names.tsx";

type HerbPageProps = ComponentProps<typeof Page> & {
  cover: Image | undefined;
  /** The cover and others, which are shown below it. */
  pictures?: readonly Image[];
  item?: ComponentProps<typeof Picture>["item"];
  /** Whether the picture is small, because the page is about something else, such as a batch. */
  isSmall?: boolean;
  facts: Fact[];
  proof?: ReactNode;
  action?: ReactNode;
};

/** Page of a slice, an extract or a batch. On a phone the action stays at the bottom of the window. */
export function HerbPage({
  cover,
  pictures = [],
  item,
  isSmall,
  facts,
  proof,
  action,
  lead,
  children,
  ...page
}: HerbPageProps) {
  const { title, names = [], lang } = page;
  const size = !cover ? "plain" : isSmall ? "small" : "large";
  const picture = (
    <Picture image={cover} alt={cover?.alt ?? ""} drawnWidth={isSmall ? "small" : "large"} isFirst item={item} />
  );
  return (
    <Page {...page} hasTitle={false}>
      <div className={`${styles["layout"]} ${styles[size]}`}>
        <header className={styles["head"]}>
          <div className={styles["title"]} lang={lang}>
            <h1>{title}</h1>
            <ItemNames names={names} title={title} />
          </div>
          {cover && (
            <div className={styles["picture"]}>
              {pictures.length > 1 ? (
                <ItemPictures title={title} images={pictures}>
                  {picture}
                </ItemPictures>
              ) : (
                picture
              )}
            </div>
          )}
        </header>
        <div className={`${styles["details"]} stack-4`}>
          {lead && <p lang={lang}>{lead}</p>}
          {isSmall && proof}
          <FactList rows={facts} />
          {!isSmall && proof}
        </div>
        {action && <div className={`${styles["action"]} no-print`}>{action}</div>}
        <article>{children}</article>
      </div>
    </Page>
  );
}
