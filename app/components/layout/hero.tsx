import { useTranslation } from "react-i18next";
import type { Advert } from "../../contract/entities.ts";
import buttons from "../ui/button.module.css";
import { Picture } from "../ui/picture.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./hero.module.css";

type HeroProps = {
  adverts: Advert[];
  /** The one line that is set vertically, always in Chinese. */
  verse: string;
  slogan: string | undefined;
};

/** The head of the front page: the first advert large with its plate, the others as lines below. */
export function Hero({ adverts, verse, slogan }: HeroProps) {
  const { t } = useTranslation();
  const [first, ...others] = adverts;
  return (
    <section className={styles["hero"]}>
      <div className={styles["text"]}>
        {first?.title && slogan && <p className={styles["slogan"]}>{slogan}</p>}
        <h1 className={styles["title"]} lang={first?.lang}>
          {first?.title ?? slogan ?? t("site.fallbackName")}
        </h1>
        {first?.summary && (
          <p className={styles["summary"]} lang={first.lang}>
            {first.summary}
          </p>
        )}
        <p className={styles["actions"]}>
          <SiteLink to={first?.link ?? "/product/list"} className={buttons["primary"]}>
            {t("kinds.product")}
          </SiteLink>
          <SiteLink to="/quotation" className={buttons["quiet"]}>
            {t("pages.quotation")}
          </SiteLink>
        </p>
      </div>
      <div className={styles["plate"]}>
        <p className={styles["verse"]} lang="zh-CN">
          {verse}
        </p>
        <Picture image={first?.image} alt="" isFirst />
      </div>
      {others.length > 0 && (
        <ul className={styles["others"]}>
          {others.map(({ id, title, summary, link, lang }) => (
            <li key={id} lang={lang}>
              <h2>{link ? <SiteLink to={link}>{title}</SiteLink> : title}</h2>
              {summary && <p>{summary}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
