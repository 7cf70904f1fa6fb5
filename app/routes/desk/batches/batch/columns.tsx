import { useTranslation } from "react-i18next";
import type { Columns } from "./columns.server.ts";

/** Renders the pasted table with a select above each column. */
export function ColumnChoice({ heading, roles, hasHeading, options, cells }: Columns) {
  const { t } = useTranslation("owner");
  return (
    <fieldset>
      <legend>{t("desk.batch.columns")}</legend>
      <input type="hidden" name="heading" value={heading} />
      <div className="wide">
        <table>
          <thead>
            <tr>
              {roles.map((role, index) => (
                <th key={index} scope="col">
                  <select name="column" defaultValue={role} aria-label={t("desk.batch.column", { number: index + 1 })}>
                    {options.map((name) => (
                      <option key={name} value={name}>
                        {t(`desk.batch.roles.${name}`)}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <label className="choice">
        <input type="checkbox" name="hasHeading" defaultChecked={hasHeading} />
        {t("desk.batch.hasHeading")}
      </label>
    </fieldset>
  );
}
