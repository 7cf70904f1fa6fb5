import type { SharedData } from "#app/components/ui/page-data.ts";
import { FadeUp } from "#app/components/motion/fade-up.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { LinkedTitle } from "#app/components/ui/site-link.tsx";
import styles from "./home.module.css";

export function Banner({ advert }: { advert: SharedData["adverts"][number] | undefined }) {
  if (!advert?.title) return null;
  return (
    <section className={styles["banner"]} lang={advert.lang}>
      <FadeUp className={`${styles["bannerInner"]} page-width`}>
        <div className={styles["bannerPlate"]}>
          <Picture image={advert.image} alt={advert.image?.alt ?? ""} shownWidth="card" />
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
