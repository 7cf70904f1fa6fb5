import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ItemNames } from "#app/components/ui/item-names.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { TableHead } from "#app/components/ui/table-head.tsx";
import { getContentPath } from "#app/i18n/urls.ts";
import type { ItemLine } from "#app/services/api/contract/forms/form-results.ts";
import { BatchStateMark } from "./batch-state.tsx";
import styles from "./item-line.module.css";

const heads = ["picture", "name", "specification", "number", "minimum", "quantity", "sample"] as const;

/** `columns`: how many of the columns the screen has. */
type ItemTableProps = { columns?: number; children: ReactNode };

/** Renders a table of products, whose columns are in the same order wherever products are listed. */
export function ItemTable({ columns = 6, children }: ItemTableProps) {
  const { t } = useTranslation("lines");
  return (
    <div className={styles["lines"]}>
      <table className={styles["table"]}>
        <TableHead headings={heads.slice(0, columns).map((head) => t(`heads.${head}`))} />
        {children}
      </table>
    </div>
  );
}

type ItemRowProps = {
  item: ItemLine;
  /** The title, with marks. */
  name?: ReactNode;
  letter?: string | undefined;
  /** Id of the quantity's field. The minimum order describes it. */
  field?: string;
  isWrong?: boolean;
  /** A `TextRow` above the row. */
  before?: ReactNode;
  /** The cells after the minimum order. */
  children?: ReactNode;
  /** A `TextRow` below the row. */
  after?: ReactNode;
};

/** Renders a product as a row. The screen adds the quantity, and other controls. */
export function ItemRow({ item, name = item.title, letter, field, isWrong, before, children, after }: ItemRowProps) {
  const { t } = useTranslation("lines");
  const { id, lang, cover, names, spec, sku, moq, batch } = item;
  return (
    <tbody className={isWrong ? styles["wrong"] : undefined}>
      {before}
      <tr lang={lang}>
        <td>
          {letter && <b>{letter}</b>}
          <Picture image={cover} alt="" shownWidth="thumb" />
        </td>
        <th scope="row">
          {name ? <SiteLink to={getContentPath("product", id)}>{name}</SiteLink> : t("gone", { id })}
          <ItemNames names={names} />
        </th>
        <td>{spec}</td>
        <td>
          {sku}
          {batch && (
            <p>
              <SiteLink to={getContentPath("batch", batch.id)}>{batch.id}</SiteLink>{" "}
              <BatchStateMark state={batch.state}>{batch.word}</BatchStateMark>
            </p>
          )}
        </td>
        <td id={field && `${field}-hint`}>
          {moq && <span>{t("heads.minimum")} </span>}
          {moq}
        </td>
        {children}
      </tr>
      {after}
    </tbody>
  );
}

/** Renders a row of one cell, as wide as the columns that every table has. */
export function TextRow({ children }: { children: ReactNode }) {
  return (
    <tr>
      <td colSpan={5}>{children}</td>
    </tr>
  );
}
