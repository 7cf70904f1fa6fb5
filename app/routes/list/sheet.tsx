import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ItemRow, ItemTable } from "#app/components/item/item-line.tsx";
import buttons from "#app/components/ui/button.module.css";
import { useLocale } from "#app/components/ui/page-data.ts";
import { localizePath } from "#app/i18n/urls.ts";
import type { Route } from "./+types/route";
import styles from "./sheet.module.css";
import type { OtherRow } from "./watch-sheet.ts";

type SheetData = NonNullable<Route.ComponentProps["loaderData"]["sheet"]>;

/** Id of the form. The paste field, which stands above it, belongs to it. */
const formId = "sheet";

/** Renders the field for a list, closed. */
export function PasteField() {
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  return (
    <details className={`${styles["paste"]} no-print`}>
      <summary>{t("paste")}</summary>
      <label htmlFor="numbers" className="note">
        {t("numbers")}
      </label>
      <textarea id="numbers" name="numbers" form={formId} rows={4} className="control" />
      {/* A body of this type has room for a longer Chinese list. */}
      <button
        type="submit"
        form={formId}
        name="intent"
        value="sheet"
        formEncType="multipart/form-data"
        className={buttons["quiet"]}
      >
        {t("read")}
      </button>
    </details>
  );
}

/** Renders a list's products as one form that adds them to the inquiry list. The browser keeps its draft. */
export function Sheet({ sheet: { rows, hasSamples } }: { sheet: SheetData }) {
  const { t } = useTranslation("list", { keyPrefix: "sheet" });
  const ref = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={ref}
      id={formId}
      data-draft="sheet"
      method="post"
      action={localizePath(href("/quotation"), useLocale())}
      className={styles["sheet"]}
    >
      <div className={styles["sender"]}>
        <h2>{t("inquiry")}</h2>
        <p>{t("sender")}</p>
      </div>
      <ItemTable columns={hasSamples ? 7 : 6}>
        {rows.map((row) => (
          <SheetRow key={row.id} row={row} hasSamples={hasSamples} />
        ))}
      </ItemTable>
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
  const { id, title, letter, minimum } = row;
  const { t } = useTranslation("lines");
  const field = `sheet-${id}`;
  return (
    <ItemRow item={row} letter={letter} field={field}>
      <td>
        <input type="hidden" name="item" value={id} />
        <input
          id={field}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          className="control"
          data-unit={minimum?.unit}
          aria-label={t("quantityOf", { title })}
          aria-describedby={`${field}-hint`}
        />
        <span aria-hidden="true"> {minimum?.unit}</span>
      </td>
      {hasSamples && (
        <td>
          <label>
            <input
              id={`sample-${id}`}
              type="checkbox"
              name="sample"
              value={id}
              aria-label={`${t("heads.sample")} ${title}`}
            />
            <span>{t("heads.sample")}</span>
          </label>
        </td>
      )}
    </ItemRow>
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
