import { useTranslation } from "react-i18next";
import { TableHead } from "#app/components/ui/table-head.tsx";
import type { AssessedBatch } from "#app/services/api/contract/batches/batches.ts";
import type { Scale } from "#app/services/api/contract/batches/lab-limits.ts";
import styles from "./batch-sections.module.css";
import { BatchStateMark } from "./batch-state.tsx";

type ResultTableProps = Pick<AssessedBatch, "results" | "lang"> & { hasVerdicts: boolean };

/** Renders a row for each result: test, limit, result and, except for a recalled batch, the verdict after the bar. */
export function ResultTable({ results, lang, hasVerdicts }: ResultTableProps) {
  const { t } = useTranslation(["batch", "info"]);
  const verdictHeadings = hasVerdicts ? [<span key="verdict">{t("judged.title")}</span>] : [];
  return (
    <table aria-labelledby="results">
      <TableHead headings={[t("test"), t("info:limit"), t("info:result"), ...verdictHeadings]} />
      <tbody>
        {results.map(({ test, limit = "", result, isWithin, scale }) => (
          <tr key={test} className={isWithin === false ? styles["outside"] : undefined}>
            <th scope="row" lang={lang}>
              {test}
            </th>
            <td className={scale ? undefined : styles["words"]} lang={lang} data-indent={getIndent(limit, 4)}>
              {limit}
            </td>
            <td lang={lang} data-indent={getIndent(result, 3)}>
              {result}
            </td>
            {hasVerdicts && (
              <td>
                {scale && <ScaleLine {...scale} />}
                {isWithin === undefined ? (
                  <span className="note">{t("judged.notCompared")}</span>
                ) : (
                  <BatchStateMark state={isWithin ? "released" : "outside"}>
                    {t(isWithin ? "judged.within" : "judged.outside")}
                  </BatchStateMark>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns how many digits a number lacks before its decimal point, so that the points stand in a line. */
function getIndent(text: string, width: number): number | undefined {
  const [whole] = /^\D?\d+/.exec(text) ?? [];
  return whole === undefined ? undefined : Math.max(width - whole.length, 0);
}

function ScaleLine({ from, to, value }: Scale) {
  const formatPercent = (share: number) => `${share * 100}%`;
  return (
    <svg className={styles["scale"]} width="100%" height="14" aria-hidden="true">
      <rect className={styles["track"]} y="5" width="100%" height="4" />
      <rect className={styles["range"]} x={formatPercent(from)} y="5" width={formatPercent(to - from)} height="4" />
      {[from, to].map(
        (limit) =>
          limit > 0 &&
          limit < 1 && (
            <line key={limit} className={styles["bound"]} x1={formatPercent(limit)} x2={formatPercent(limit)} y2="14" />
          ),
      )}
      <circle className={styles["point"]} cx={formatPercent(value)} cy="7" r="5" />
    </svg>
  );
}
