import { useTranslation } from "react-i18next";
import { TableHead } from "#app/components/ui/table-head.tsx";
import styles from "./info-sections.module.css";
import type { LabelledField } from "./labelled-fields.ts";

type SpecificationProps = { fields: LabelledField[]; batch: string | undefined; values: Record<string, string> };

/** Renders all of a product's facts and limits in one table, with the tested batch's results in its third column. */
export function Specification({ fields, batch, values }: SpecificationProps) {
  const { t } = useTranslation("info");
  const rows = fields.flatMap(({ field: { format, value, lang }, label }) => {
    if (format === "table") return value.map((row) => ({ ...row, lang, labelLang: lang }));
    return format === "line" ? [{ label, value, lang, labelLang: undefined }] : [];
  });
  if (rows.length === 0) return null;
  const hasValues = Object.keys(values).length > 0;
  return (
    <section className="stack">
      <h2 id="specs">{t("fields.product.specs")}</h2>
      <table className={styles["specs"]} aria-labelledby="specs">
        {hasValues && <TableHead headings={[t("property"), t("value"), `${t("batchShort")} ${batch}`]} />}
        <tbody>
          {rows.map(({ label, value, lang, labelLang }) => (
            <tr key={`${label} ${value}`}>
              <th scope="row" lang={labelLang}>
                {label}
              </th>
              <td lang={lang} colSpan={hasValues && !values[label] ? 2 : undefined}>
                {value}
              </td>
              {values[label] && <td lang={lang}>{values[label]}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
