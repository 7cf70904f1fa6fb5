import { useTranslation } from "react-i18next";
import styles from "./batch-sections.module.css";
import type { AssessedResult, Scale } from "#app/services/api/contract/batches/lab-limits.ts";

export function Scales({ results, lang }: { results: readonly AssessedResult[]; lang?: string }) {
  return (
    <ul className={styles["scales"]}>
      {results.map((row) => (
        <ResultScale key={row.test} row={row} lang={lang} />
      ))}
    </ul>
  );
}

function ResultScale({ row: { test, limit, result, isWithin, scale }, lang }: { row: AssessedResult; lang?: string }) {
  const { t } = useTranslation("info");
  return (
    <li className={isWithin === false ? styles["outside"] : undefined}>
      <span lang={lang}>{test}</span>
      {limit && (
        <span className={scale ? `${styles["number"]} note` : "note"} lang={lang}>
          <span className="visually-hidden">{t("limit")}: </span>
          {limit}
        </span>
      )}
      <strong className={scale && styles["number"]} lang={lang}>
        <span className="visually-hidden">{t("result")}: </span>
        {result}
        {isWithin === false && ` (${t("isOutside")})`}
      </strong>
      {scale && <ScaleLine {...scale} />}
    </li>
  );
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
