import { useTranslation } from "react-i18next";
import { href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { useKindsInUse, type SharedData } from "#app/components/ui/page-data.ts";
import { Picture } from "#app/components/ui/picture.tsx";
import { LinkedTitle, SiteLink } from "#app/components/ui/site-link.tsx";
import { getListPath } from "#app/i18n/urls.ts";
import styles from "./hero.module.css";

type HeroProps = {
  firstAdvert: SharedData["adverts"][number] | undefined;
  /** A line in Chinese, which is written vertically. */
  verse: string | undefined;
  slogan: string | undefined;
};

/** Renders a button for an advert with a label and a link, otherwise for the products, if their kind is in use. */
function MainButton({ advert }: { advert: SharedData["adverts"][number] | undefined }) {
  const { t } = useTranslation();
  const hasProducts = useKindsInUse().includes("product");
  if (advert?.label && advert.link)
    return (
      <SiteLink to={advert.link} className={buttons["primary"]} lang={advert.lang}>
        {advert.label}
      </SiteLink>
    );
  if (!hasProducts) return null;
  return (
    <SiteLink to={getListPath("product")} className={buttons["primary"]}>
      {t("kinds.product")}
    </SiteLink>
  );
}

/** Renders the first advert as the home page's title, with its picture. */
export function Hero({ firstAdvert, verse, slogan }: HeroProps) {
  const { t } = useTranslation();
  return (
    <section className={`${styles["hero"]} page-width`}>
      <div>
        {firstAdvert?.title && slogan && <p className={styles["slogan"]}>{slogan}</p>}
        <h1 className={styles["title"]} lang={firstAdvert?.lang}>
          {firstAdvert?.title ? (
            <LinkedTitle to={firstAdvert.link} title={firstAdvert.title} className="quiet-link" />
          ) : (
            (slogan ?? t("site.fallbackName"))
          )}
        </h1>
        {firstAdvert?.summary && (
          <p className={`${styles["summary"]} soft`} lang={firstAdvert.lang}>
            {firstAdvert.summary}
          </p>
        )}
        <p className={`${styles["actions"]} buttons`}>
          <MainButton advert={firstAdvert} />
          <SiteLink to={href("/quotation")} className={buttons["quiet"]}>
            {t("pages.quotation")}
          </SiteLink>
        </p>
      </div>
      <div className={styles["plate"]}>
        {verse && (
          <p className={styles["verse"]} lang="zh-CN">
            {verse}
          </p>
        )}
        <Picture image={firstAdvert?.image} alt={firstAdvert?.image?.alt ?? ""} shownWidth="hero" isFirst />
      </div>
    </section>
  );
}
