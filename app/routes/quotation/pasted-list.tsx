import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import form from "#app/components/forms/form.module.css";
import { QuantityRow } from "#app/components/forms/quotation-form.tsx";
import { ItemTable, TextRow } from "#app/components/item/item-line.tsx";
import buttons from "#app/components/ui/button.module.css";
import type { CheckedLine, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";

type PastedListFormProps = {
  lines: CheckedLine[];
  result: QuotationResult | undefined;
  hasSamples: boolean;
  /** The form to paste more. */
  children: ReactNode;
};

/** Renders the lines of a pasted list, each with what the visitor adds for it. Nothing is added before the button. */
export function PastedListForm({ lines, result, hasSamples, children }: PastedListFormProps) {
  const { t } = useTranslation("quotation");
  const keys = createKeys(lines);
  const rows = lines.filter(({ row }) => row);
  const errors = rows.flatMap(({ row }, index) => (row!.error ? { text: row!.error, id: `quantity-${index}` } : []));
  const counts = {
    read: rows.filter((line) => !isOpen(line)).length,
    open: rows.filter(isOpen).length,
    other: lines.length - rows.length,
  };
  return (
    <>
      <ErrorSummary result={result} fieldErrors={errors} />
      <p role="status">{t("pasted.counts", counts)}</p>
      <Form method="post" action="?check=1" className="stack-5" noValidate>
        <ItemTable columns={hasSamples ? 7 : 6}>
          {lines.map((line, index) => (
            <Line key={keys[index]} line={line} index={rows.indexOf(line)} hasSamples={hasSamples} />
          ))}
        </ItemTable>
        <p>
          <button type="submit" name="intent" value="pasted" className={buttons["primary"]}>
            {t("pasted.add")}
          </button>
        </p>
      </Form>
      {children}
    </>
  );
}

/** Whether the visitor has to fill in a line's quantity. */
const isOpen = ({ row }: CheckedLine) => row !== undefined && row.quantity === "" && !row.sample;

/** Creates a key for each line, by its text and item, so that what is typed stays with its line. */
function createKeys(lines: readonly CheckedLine[]): string[] {
  const counts = new Map<string, number>();
  return lines.map(({ line, row }) => {
    const text = line || (row?.id ?? "");
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return `${counts.get(text)} ${text}`;
  });
}

/** @param index number of the line among those with an item */
function Line({ line, index, hasSamples }: { line: CheckedLine; index: number; hasSamples: boolean }) {
  const { t } = useTranslation("lines");
  const { row, note } = line;
  const field = `quantity-${index}`;
  const text = line.line && (
    <p id={`${field}-line`} className={form["line"]}>
      {line.line}
    </p>
  );
  if (!row) {
    return (
      <tbody>
        <TextRow>
          {text}
          <p className="note">{note}</p>
        </TextRow>
      </tbody>
    );
  }
  return (
    <QuantityRow row={{ ...row, note }} field={field} isOpen={isOpen(line)} before={text && <TextRow>{text}</TextRow>}>
      {hasSamples && (
        <td>
          <label>
            <input
              type="checkbox"
              name="sample"
              value={index}
              defaultChecked={row.sample}
              aria-label={`${t("heads.sample")} ${row.title}`}
            />
            <span>{t("heads.sample")}</span>
          </label>
        </td>
      )}
    </QuantityRow>
  );
}
