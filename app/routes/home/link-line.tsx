import { FadeUp } from "#app/components/motion/fade-up.tsx";
import { LinkedTitle } from "#app/components/ui/site-link.tsx";
import styles from "./home.module.css";

type Linked = { id: string; title?: string; link?: string; lang?: string };

/** Renders links in a line below a rule. */
export function LinkLine({ title, links }: { title?: string; links: readonly Linked[] }) {
  if (links.length === 0) return null;
  return (
    <FadeUp className="page-width">
      <section className={styles["links"]}>
        {title && <h2>{title}</h2>}
        {links.map((link) => (
          <p key={link.id} lang={link.lang}>
            <LinkedTitle to={link.link} title={link.title} />
          </p>
        ))}
      </section>
    </FadeUp>
  );
}
