import { useTranslation } from "react-i18next";
import type { Image, Ref } from "#app/services/api/contract/entities.ts";
import { getContentPath, getSearchPath } from "#app/i18n/urls.ts";
import { FadeUp } from "../motion/fade-up.tsx";
import { Picture } from "../ui/picture.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Steps } from "../ui/steps.tsx";
import styles from "./info-sections.module.css";
import type { LabelledField } from "./labelled-fields.ts";

export function Tags({ tags, lang }: { tags: readonly string[]; lang: string | undefined }) {
  const { t } = useTranslation("info");
  if (tags.length === 0) return null;
  return (
    <p className={styles["tags"]}>
      <span className="note">{t("tags")}</span>
      {tags.map((tag) => (
        <SiteLink key={tag} to={getSearchPath(tag)} lang={lang}>
          {tag}
        </SiteLink>
      ))}
    </p>
  );
}

type FieldSectionsProps = {
  fields: LabelledField[];
  /** `above` the text: short fields. `below` the text: tables and steps. */
  place: "above" | "below";
};

/** Renders the fields of `place`, except a composition and those next to the picture, which the page renders. */
export function FieldSections({ fields, place }: FieldSectionsProps) {
  const isBelow = ({ field }: LabelledField) => field.format === "table" || field.format === "steps";
  return fields
    .filter((field) => isBelow(field) === (place === "below"))
    .map(({ field, label }) => <FieldSection key={field.name} field={field} label={label} />);
}

type CautionsProps = { title: string; source?: string | undefined; sentences: string[]; lang: string | undefined };

export function Cautions({ title, source, sentences, lang }: CautionsProps) {
  if (sentences.length === 0) return null;
  return (
    <section className={classNames.caution}>
      <h2>{title}</h2>
      {source && (
        <p className="measure note" lang={lang}>
          {source}
        </p>
      )}
      <ul className="measure stack-2" lang={lang}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

const classNames = {
  paragraph: styles["entry"],
  caution: `stack ${styles["caution"]}`,
  table: "stack",
  steps: "stack",
};

function FieldSection({ field, label }: LabelledField) {
  if (field.format === "name" || field.format === "line" || field.format === "composition") return null;
  return (
    <section className={classNames[field.format]}>
      <h2>{label}</h2>
      {field.format === "table" ? (
        <LabelledValues rows={field.value} lang={field.lang} />
      ) : field.format === "steps" ? (
        <Steps steps={field.value} lang={field.lang} />
      ) : (
        <p className="measure" lang={field.lang}>
          {field.value}
        </p>
      )}
    </section>
  );
}

function LabelledValues({ rows, lang }: { rows: { label: string; value: string }[]; lang: string | undefined }) {
  return (
    <table className={styles["specs"]}>
      <tbody>
        {rows.map(({ label, value }) => (
          <tr key={label} lang={lang}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Gallery({ images }: { images: Image[] }) {
  const { t } = useTranslation("info");
  if (images.length === 0) return null;
  return (
    <section className="stack no-print">
      <h2>{t("gallery")}</h2>
      <FadeUp>
        <ul className={styles["gallery"]}>
          {images.map((image) => (
            <li key={image.src}>
              <figure>
                <SiteLink to={image.src}>
                  <Picture image={image} alt={image.alt ?? ""} shownWidth="card" />
                </SiteLink>
                {image.alt && <figcaption className="note">{image.alt}</figcaption>}
              </figure>
            </li>
          ))}
        </ul>
      </FadeUp>
    </section>
  );
}

export function Neighbours({ prev, next }: { prev?: Ref | null; next?: Ref | null }) {
  const { t } = useTranslation("info");
  if (!prev && !next) return null;
  return (
    <nav className={`${styles["neighbours"]} no-print`} aria-label={t("neighbours")}>
      {prev && <Neighbour item={prev} rel="prev" label={t("previous")} />}
      {next && <Neighbour item={next} rel="next" label={t("next")} />}
    </nav>
  );
}

function Neighbour({ item: { kind, id, title, lang }, rel, label }: { item: Ref; rel: string; label: string }) {
  return (
    <SiteLink to={getContentPath(kind, id)} rel={rel} lang={lang} className="quiet-link">
      <span className={`${styles["kind"]} note`}>{label}</span>
      {title}
    </SiteLink>
  );
}
