import { useRef, useEffect, useState, type RefObject } from "react";
import { href } from "react-router";
import { useTranslation } from "react-i18next";
import { getContentPath, localizePath } from "#app/i18n/urls.ts";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { ItemNames } from "#app/components/item/item-names.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { useLocale } from "#app/components/ui/page-data.ts";
import buttons from "#app/components/ui/button.module.css";
import type { Route } from "./+types/route";
import styles from "./sheet.module.css";
import type { OtherRow } from "./watch-sheet.ts";

type SheetData = NonNullable<Route.ComponentProps["loaderData"]["sheet"]>;

/** Renders a list's products as one form that adds them to the inquiry list. The browser keeps its draft. */
export function Sheet({ sheet: { rows, hasSamples } }: { sheet: SheetData }) {
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  const ref = useRef<HTMLFormElement>(null);
  const heads = ["letter", "picture", "name", "specification", "number", "minimum", "quantity"] as const;
  return (
    <form ref={ref} data-draft="sheet" method="post" action={localizePath(href("/quotation"), useLocale())}>
      <div className={styles["sender"]}>
        <h2>{t("inquiry")}</h2>
        <p>{t("sender")}</p>
      </div>
      <div className={`${styles["paste"]} no-print`}>
        <label htmlFor="numbers" className="note">
          {t("numbers")}
        </label>
        <textarea id="numbers" name="numbers" rows={2} className="control" />
        <button type="submit" name="intent" value="sheet" className={buttons["quiet"]}>
          {t("read")}
        </button>
      </div>
      <table className={styles["table"]}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col">
                <span className={index < 2 ? "visually-hidden" : undefined}>{t(`heads.${head}`)}</span>
              </th>
            ))}
            {hasSamples && <th scope="col">{t("heads.sample")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <SheetRow key={row.id} row={row} hasSamples={hasSamples} />
          ))}
        </tbody>
      </table>
      <div className={`${styles["bar"]} no-print`}>
        <SheetSum form={ref} rows={rows} />
        <button type="submit" name="intent" value="sheet" className={buttons["primary"]} aria-describedby="sheet-sum">
          {t("add")}
        </button>
      </div>
    </form>
  );
}

function SheetRow({ row, hasSamples }: { row: SheetData["rows"][number]; hasSamples: boolean }) {
  const { id, letter, title, lang, cover, names, spec, sku, minimum, unit, quantityLabel, batch } = row;
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  return (
    <tr lang={lang} className={letter && styles["first"]}>
      <td className={styles["letter"]}>{letter}</td>
      <td className={styles["plate"]}>
        <Picture image={cover} alt="" shownWidth="thumb" />
      </td>
      <th scope="row" className={styles["name"]}>
        <SiteLink to={getContentPath("product", id)}>{title}</SiteLink>
        <ItemNames names={names} />
      </th>
      <td className={styles["spec"]}>{spec}</td>
      <td className={styles["number"]}>
        {sku}
        {batch && (
          <p>
            <span className="visually-hidden">{t("batch")}</span>{" "}
            <SiteLink to={getContentPath("batch", batch.id)}>{batch.id}</SiteLink>{" "}
            <BatchStateMark state={batch.state}>{batch.word}</BatchStateMark>
          </p>
        )}
      </td>
      <td className={styles["minimum"]}>
        <span className={styles["word"]}>{t("heads.minimum")} </span>
        {minimum}
      </td>
      <td className={styles["quantity"]}>
        <input type="hidden" name="item" value={id} />
        <label>
          <span className="visually-hidden">
            {quantityLabel} {title}
          </span>
          <input id={`sheet-${id}`} name="quantity" inputMode="numeric" autoComplete="off" data-unit={unit} />
        </label>
        {unit && <span aria-hidden="true"> {unit}</span>}
      </td>
      {hasSamples && (
        <td className={styles["sample"]}>
          <label>
            <input
              id={`sample-${id}`}
              type="checkbox"
              name="sample"
              value={id}
              aria-label={`${t("heads.sample")} ${title}`}
            />
            <span className={styles["word"]}>{t("heads.sample")}</span>
          </label>
        </td>
      )}
    </tr>
  );
}

type SheetSumProps = { form: RefObject<HTMLFormElement | null>; rows: readonly { id: string }[] };

/**
 * Renders the sum of the filled-in rows, and hidden fields for filled-in rows outside the category or keyword. The sum
 * has its own state, so that typing doesn't render thousands of rows again.
 */
function SheetSum({ form, rows }: SheetSumProps) {
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  const [others, setOthers] = useState<OtherRow[]>([]);
  const [sum, setSum] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    // Only this view loads the module. If that fails, the sheet works as without script.
    void import("./watch-sheet.ts").then(
      ({ watchSheet }) => watchSheet({ form: form.current!, rows, t, setOthers, setSum, signal: controller.signal }),
      () => undefined,
    );
    return () => controller.abort();
  }, [form, rows, t]);
  return (
    <p id="sheet-sum">
      {sum}
      {others.map(({ id, quantity, isSample }) => (
        <span key={id}>
          <input type="hidden" name="item" value={id} />
          <input type="hidden" id={`sheet-${id}`} name="quantity" value={quantity} />
          {isSample && <input type="hidden" id={`sample-${id}`} name="sample" value={id} />}
        </span>
      ))}
    </p>
  );
}
