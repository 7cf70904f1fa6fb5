import type { ComponentProps, ReactNode } from "react";
import { ItemNames } from "#app/components/ui/item-names.tsx";
import { Page } from "#app/components/ui/page.tsx";
import styles from "./herb-page.module.css";
import { FactList, type Fact } from "./page-sections.tsx";

type HerbPageProps = ComponentProps<typeof Page> & {
  picture: ReactNode;
  /** Whether the picture is small, because the page's subject is a batch, not the herb. */
  isSmall?: boolean;
  facts: Fact[];
  proof?: ReactNode;
  action?: ReactNode;
};

/** Renders the page of a slice, an extract or a batch. On phones the action sticks to the bottom. */
export function HerbPage({ picture, isSmall, facts, proof, action, lead, children, ...page }: HerbPageProps) {
  const { title, names = [], lang } = page;
  const size = !picture ? "plain" : isSmall ? "small" : "large";
  return (
    <Page {...page} hasTitle={false}>
      <div className={`${styles["layout"]} ${styles[size]}`}>
        <header className={styles["head"]}>
          <div className={styles["title"]} lang={lang}>
            <h1>{title}</h1>
            <ItemNames names={names} title={title} />
          </div>
          {picture && <div className={styles["picture"]}>{picture}</div>}
        </header>
        <div className={`${styles["details"]} stack-4`}>
          {lead && <p lang={lang}>{lead}</p>}
          {proof}
          <FactList rows={facts} />
        </div>
        {action && <div className={`${styles["action"]} no-print`}>{action}</div>}
        <article>{children}</article>
      </div>
    </Page>
  );
}
