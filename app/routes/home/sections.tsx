import { useTranslation } from "react-i18next";
import type { SharedData } from "../../components/ui/page-data.ts";
import { BatchLookupWithExample, type BatchExample } from "../../components/search/batch-example.tsx";
import { BatchLookup } from "../../components/search/batch-lookup.tsx";
import { FadeUp } from "../../components/motion/fade-up.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { LinkedTitle } from "../../components/ui/site-link.tsx";
import styles from "./home.module.css";

/** The look-up of batches, with the newest one as an example. */
export function BatchSection({ batch }: { batch: BatchExample | undefined }) {
  const { t } = useTranslation("home");
  if (!batch) return null;
  return (
    <section className={`${styles["batch"]} page-width`}>
      <BatchLookupWithExample example={batch} isRising>
        <h2>{t("batch.title")}</h2>
        <p>{t("batch.text")}</p>
        <BatchLookup />
      </BatchLookupWithExample>
    </section>
  );
}

export function Banner({ advert }: { advert: SharedData["adverts"][number] | undefined }) {
  if (!advert?.title) return null;
  return (
    <section className={styles["banner"]} lang={advert.lang}>
      <FadeUp className={`${styles["bannerInner"]} page-width`}>
        <div className={styles["bannerPlate"]}>
          <Picture image={advert.image} alt={advert.image?.alt ?? ""} drawnWidth="card" />
        </div>
        <div>
          <h2>
            <LinkedTitle to={advert.link} title={advert.title} />
          </h2>
          {advert.summary && <p className="measure soft">{advert.summary}</p>}
        </div>
      </FadeUp>
    </section>
  );
}
