import { useTranslation } from "react-i18next";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getSearchPath } from "#app/i18n/urls.ts";
import type { SearchInterpretation } from "#app/services/api/contract/calls/endpoints.ts";
import styles from "./search-note.module.css";

type SearchNoteProps = {
  q: string;
  path: string;
  name: "q" | "keyword";
  interpretation: SearchInterpretation | undefined;
};

/** Reports a corrected or partial match. */
export function SearchNote({ q, path, name, interpretation }: SearchNoteProps) {
  const { t } = useTranslation("searching");
  if (!interpretation?.meant && !interpretation?.isPartial) return null;
  const { meant, isPartial } = interpretation;
  if (isPartial) {
    return <p className={styles["note"]}>{meant ? t("partialMeant", { meant }) : t("partial")}</p>;
  }
  const verbatimPath = `${path}?${new URLSearchParams({ [name]: q, verbatim: "1" })}`;
  return (
    <p className={styles["note"]}>
      <span>{t("meant", { meant })}</span> <SiteLink to={verbatimPath}>{t("typed", { q })}</SiteLink>
    </p>
  );
}

export function SimilarNames({ names = [] }: { names?: string[] | undefined }) {
  const { t } = useTranslation("searching");
  if (names.length === 0) return null;
  return (
    <span className={styles["near"]}>
      {t("near")}{" "}
      {names.map((name) => (
        <SiteLink key={name} to={getSearchPath(name)}>
          {name}
        </SiteLink>
      ))}
    </span>
  );
}
