import type { Image, Item, Ref } from "../../contract/entities.ts";
import { formatSize } from "../../i18n/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/picture.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useLocale, useMessages } from "../ui/use-locale.ts";
import { CompositionChart } from "./composition-chart.tsx";
import styles from "./info-sections.module.css";

type Row = { label: string; value: string | undefined; lang?: string };

/** Label and value, a row each; rows without a value are left out. */
export function FactList({ rows }: { rows: Row[] }) {
  const filled = rows.filter(({ value }) => value);
  if (filled.length === 0) return null;
  return (
    <dl className={styles["facts"]}>
      {filled.map(({ label, value, lang }) => (
        <div key={label} className={styles["fact"]}>
          <dt>{label}</dt>
          <dd lang={lang}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is in a formula, and how much of it. */
export function Composition({ item }: { item: Item<"prescription"> }) {
  const t = useMessages("catalogue");
  if (item.ingredients.length === 0) return null;
  return (
    <section className={styles["composition"]}>
      <h2>{t("prescription.composition")}</h2>
      <CompositionChart title={item.title} ingredients={item.ingredients} lang={item.lang} />
    </section>
  );
}

/** What a formula does, how it is made and used, and when it isn't. */
export function FormulaTexts({ item }: { item: Item<"prescription"> }) {
  const t = useMessages("catalogue");
  const fields = (["actions", "indications", "preparation", "cautions"] as const).filter((field) => item[field]);
  return fields.map((field) => (
    <section key={field} className={field === "cautions" ? styles["caution"] : styles["section"]}>
      <h2>{t(`prescription.${field}`)}</h2>
      <p className={styles["paragraph"]} lang={item.lang}>
        {item[field]}
      </p>
    </section>
  ));
}

/** What only a product has: its specifications, as a table. */
export function ProductSections({ item }: { item: Item<"product"> }) {
  const t = useMessages("catalogue");
  if (item.specs.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <h2>{t("info.specs")}</h2>
      <table className={styles["specs"]}>
        <tbody>
          {item.specs.map(({ label, value }) => (
            <tr key={label} lang={item.lang}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What only a service has: its steps, in order. */
export function ServiceSections({ item }: { item: Item<"service"> }) {
  const t = useMessages("catalogue");
  if (item.steps.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <h2>{t("info.steps")}</h2>
      <ol className={styles["steps"]}>
        {item.steps.map(({ title, summary }) => (
          <li key={title} lang={item.lang}>
            <h3>{title}</h3>
            {summary && <p>{summary}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Further pictures of an item, each opening by itself. */
export function Gallery({ images }: { images: Image[] }) {
  const t = useMessages("catalogue");
  if (images.length === 0) return null;
  return (
    <section className={`${styles["section"]} ${styles["gallerySection"]}`}>
      <h2>{t("info.gallery")}</h2>
      <ul className={styles["gallery"]}>
        {images.map((image) => (
          <li key={image.src}>
            <figure>
              <SiteLink to={image.src}>
                <Picture image={image} alt={image.alt ?? ""} />
              </SiteLink>
              {image.alt && <figcaption>{image.alt}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Files to take away. */
export function Attachments({ files }: { files: Item["attachments"] }) {
  const t = useMessages("catalogue");
  const locale = useLocale();
  if (files.length === 0) return null;
  return (
    <section className={styles["section"]}>
      <h2>{t("info.attachments")}</h2>
      <ul>
        {files.map(({ title, url, size }) => (
          <li key={url}>
            <SiteLink to={url} className={styles["file"]}>
              <Icon name="file" />
              <span>{title}</span>
              {size !== undefined && <span className={styles["size"]}>{formatSize(size, locale)}</span>}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to what belongs together. */
export function Related({ refs }: { refs: Ref[] }) {
  const t = useMessages("catalogue");
  const common = useMessages();
  if (refs.length === 0) return null;
  return (
    <section className={styles["related"]}>
      <h2>{t("info.related")}</h2>
      <ul>
        {refs.map(({ kind, id, title, lang }) => (
          <li key={`${kind}/${id}`}>
            <span className={styles["kind"]}>{common(`kinds.${kind}`)}</span>
            <SiteLink to={infoPath(kind, id)} lang={lang}>
              {title}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The items before and after in the list. */
export function Neighbours({ prev, next }: { prev?: Ref | null; next?: Ref | null }) {
  const t = useMessages("catalogue");
  if (!prev && !next) return null;
  return (
    <nav className={styles["neighbours"]} aria-label={t("info.neighbours")}>
      {prev && (
        <SiteLink to={infoPath(prev.kind, prev.id)} rel="prev" lang={prev.lang}>
          <span className={styles["kind"]}>{t("info.previous")}</span>
          {prev.title}
        </SiteLink>
      )}
      {next && (
        <SiteLink to={infoPath(next.kind, next.id)} rel="next" lang={next.lang}>
          <span className={styles["kind"]}>{t("info.next")}</span>
          {next.title}
        </SiteLink>
      )}
    </nav>
  );
}

function infoPath(kind: string, id: string): string {
  return `/${kind}/info/${encodeURIComponent(id)}`;
}
