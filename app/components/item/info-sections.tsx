import { useTranslation } from "react-i18next";
import { FadeUp } from "#app/components/motion/fade-up.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { Steps } from "#app/components/ui/steps.tsx";
import { getContentPath, getSearchPath } from "#app/i18n/urls.ts";
import type { Image, Ref } from "#app/services/api/contract/entities.ts";
import styles from "./info-sections.module.css";
import type { LabelledField } from "./labelled-fields.ts";
import { Remark } from "./page-sections.tsx";

const cautionClass = `stack ${styles["caution"]}`;

export function Tags({ tags, lang }: { tags: readonly string[]; lang: string | undefined }) {
  const { t } = useTranslation("info");
  if (tags.length === 0) return null;
  return (
    <p className={`${styles["tags"]} no-print`}>
      <span className="note">{t("tags")}</span>
      {tags.map((tag) => (
        <SiteLink key={tag} to={getSearchPath(tag)} lang={lang}>
          {tag}
        </SiteLink>
      ))}
    </p>
  );
}

/** Renders the fields above the text: paragraphs and cautions. */
export function Paragraphs({ fields }: { fields: LabelledField[] }) {
  return fields.map(
    ({ field, label }) =>
      (field.format === "paragraph" || field.format === "caution") && (
        <section key={field.name} className={field.format === "caution" ? cautionClass : styles["entry"]}>
          <h2>{label}</h2>
          <p className="measure" lang={field.lang}>
            {field.value}
          </p>
        </section>
      ),
  );
}

/** Renders the fields below the text: steps. */
export function StepFields({ fields }: { fields: LabelledField[] }) {
  return fields.map(
    ({ field, label }) =>
      field.format === "steps" && (
        <section key={field.name} className="stack">
          <h2>{label}</h2>
          <Steps steps={field.value} lang={field.lang} />
        </section>
      ),
  );
}

type CautionsProps = { title: string; source?: string | undefined; sentences: string[]; lang: string | undefined };

export function Cautions({ title, source, sentences, lang }: CautionsProps) {
  if (sentences.length === 0) return null;
  return (
    <section className={cautionClass}>
      <h2>{title}</h2>
      {source && <Remark lang={lang}>{source}</Remark>}
      <ul className="measure stack-2" lang={lang}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
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
