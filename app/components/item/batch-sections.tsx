import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Batch } from "../../services/api/contract/batches.ts";
import { getContentPath, getSearchPath } from "../../i18n/site-map.ts";
import { localizePath } from "../../i18n/urls.ts";
import { DateText } from "../ui/date-text.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./batch-sections.module.css";
import { Remark } from "./info-sections.tsx";
import { countVerdicts, type AssessedResult, type Scale } from "./test-limits.ts";

/** Returns whether the batch was released, and how many results are within their limits: `Released · 12 of 12 within limits`. */
export function createVerdict(
  t: TFunction<"batch">,
  results: readonly AssessedResult[],
  released: string | undefined,
): string {
  const { total, outside, unknown } = countVerdicts(results);
  const count = outside > 0 ? "outside" : unknown > 0 ? "tests" : "within";
  return [released && t("released"), total > 0 && t(`verdict.${count}`, { total, outside })]
    .filter(Boolean)
    .join(" · ");
}

type ResultsProps = { results: readonly AssessedResult[] } & Pick<Batch, "note" | "lang">;

/** What was tested, what is required, and what was found: on a scale for each test, and as a table. */
export function BatchResults({ results, note, lang }: ResultsProps) {
  const { t } = useTranslation("batch");
  if (results.length === 0 && !note) return null;
  return (
    <section className={`stack ${styles["results"]}`}>
      <h2 id="results">{t("results")}</h2>
      {results.length > 0 && (
        <>
          <ul className={styles["scales"]}>
            {results.map((row) => (
              <ResultScale key={row.test} row={row} lang={lang} />
            ))}
          </ul>
          <details className="no-print">
            <summary>{t("asTable")}</summary>
            <ResultTable results={results} lang={lang} />
          </details>
        </>
      )}
      {note && <Remark lang={lang}>{note}</Remark>}
    </section>
  );
}

/** A test with its limit and result in words, and where the result is on a scale from zero. */
function ResultScale({ row: { test, limit, result, isWithin, scale }, lang }: { row: AssessedResult; lang?: string }) {
  const { t } = useTranslation("batch");
  return (
    <li className={isWithin === false ? styles["outside"] : undefined}>
      <span lang={lang}>{test}</span>
      {limit && (
        <span className={scale ? styles["number"] : undefined} lang={lang}>
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

/** The allowed range as a band, its limits as lines, and the result as a point. */
function ScaleLine({ from, to, value }: Scale) {
  const percent = (share: number) => `${share * 100}%`;
  return (
    <svg className={styles["scale"]} width="100%" height="14" aria-hidden="true">
      <rect className={styles["track"]} y="5" width="100%" height="4" />
      <rect className={styles["range"]} x={percent(from)} y="5" width={percent(to - from)} height="4" />
      {[from, to].map(
        (limit) =>
          limit > 0 &&
          limit < 1 && <line key={limit} className={styles["bound"]} x1={percent(limit)} x2={percent(limit)} y2="14" />,
      )}
      <circle className={styles["point"]} cx={percent(value)} cy="7" r="5" />
    </svg>
  );
}

function ResultTable({ results, lang }: Omit<ResultsProps, "note">) {
  const { t } = useTranslation("batch");
  return (
    <table aria-labelledby="results">
      <thead>
        <tr>
          <th scope="col">{t("test")}</th>
          <th scope="col">{t("limit")}</th>
          <th scope="col">{t("result")}</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ test, limit, result, scale }) => (
          <tr key={test} lang={lang}>
            <th scope="row">{test}</th>
            <td className={scale && styles["number"]}>{limit}</td>
            <td className={scale && styles["number"]}>{result}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The steps of a batch from harvest to release, as far as their time is known. */
export function BatchTimeline({ batch: { harvest, cut, tested, released, lang } }: { batch: Batch }) {
  const { t } = useTranslation("batch");
  const steps = Object.entries({ harvest, cut, tested, released }).flatMap(([name, date]) =>
    date ? [{ name: name as "harvest", date }] : [],
  );
  if (steps.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("timeline")}</h2>
      <ol className={styles["timeline"]}>
        {steps.map(({ name, date }) => (
          <li key={name}>
            <span>{t(`steps.${name}`)}</span>
            <span lang={lang}>
              <DateText date={date} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where the herb of a batch is from. The region leads to what the site has of it. */
export function BatchOrigin({ batch: { origin, region } }: { batch: Batch }): ReactNode {
  if (!region) return origin;
  const link = <SiteLink to={getSearchPath(region)}>{region}</SiteLink>;
  const [before, ...after] = (origin ?? region).split(region);
  if (after.length === 0) return [origin, " ", link];
  return (
    <>
      {before}
      {link}
      {after.join(region)}
    </>
  );
}

/** The QR code that leads to the page, with a link to its file, for labels. */
export function BatchQrCode({ id }: Pick<Batch, "id">) {
  const { t } = useTranslation("batch");
  const address = localizePath(`${getContentPath("batch", id)}/qr.svg`, useLocale());
  return (
    <section className={styles["qr"]}>
      <h2>{t("qr")}</h2>
      <img src={address} alt={t("qrAlt", { number: id })} width="160" height="160" />
      <Remark>{t("qrText")}</Remark>
      <p className={styles["file"]}>
        <a href={address} download={`${id}.svg`}>
          {t("qrFile")}
        </a>
      </p>
    </section>
  );
}
