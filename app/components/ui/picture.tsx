import type { Image } from "../../contract/entities.ts";
import { fallbackPlate, sourceSet } from "../../contract/pictures.ts";
import { isSitePath } from "../../i18n/urls.ts";
import styles from "./picture.module.css";

/** Size of a drawn plate in CSS pixels; the frame of every picture keeps its proportion. */
const plate = { width: 400, height: 500 };

const fallback: Image = { src: fallbackPlate };

/** How wide a picture is drawn, for browsers that choose before they have laid out the page. */
const shownWidth = "(min-width: 64em) 25rem, (min-width: 40em) 45vw, 92vw";

type PictureProps = {
  image: Image | undefined;
  /** What it shows; empty where a text beside it says so already. */
  alt: string;
  /** Above the fold: loaded at once. */
  isFirst?: boolean;
};

/** A picture in its frame, which keeps its place while loading; a plate where there is none that can be shown. */
export function Picture({ image, alt, isFirst = false }: PictureProps) {
  const shown = image && isSitePath(image.src) ? image : fallback;
  const sources = sourceSet(shown.src);
  return (
    <div className={styles["frame"]}>
      <img
        className={styles["image"]}
        src={shown.src}
        alt={alt}
        srcSet={sources}
        sizes={sources && (isFirst ? shownWidth : `auto, ${shownWidth}`)}
        width={shown.width ?? plate.width}
        height={shown.height ?? plate.height}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : undefined}
        decoding="async"
      />
    </div>
  );
}
