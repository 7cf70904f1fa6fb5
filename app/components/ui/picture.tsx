import { SharedElement } from "#app/components/motion/shared-element.tsx";
import { isSitePath } from "#app/i18n/urls.ts";
import type { Image } from "#app/services/api/contract/entities.ts";
import { createSourceSet, fallbackPlate } from "#app/services/api/contract/pictures.ts";
import styles from "./picture.module.css";

/** Size of a plate in CSS pixels. Frames have this aspect ratio. */
const plate = { width: 400, height: 500 };

/** Whether a picture has no frame: a wide photo of known size, except on cards and where pictures are small. */
function isFrameless({ src, width, height }: Image, shownWidth: PictureProps["shownWidth"]): boolean {
  if (["card", "small", "thumb"].includes(shownWidth) || !width || !height || !createSourceSet(src)) return false;
  return width / height > plate.width / plate.height;
}

const sizesByWidth = {
  /** In a grid of cards; three columns on phones. */
  card: "(min-width: 64em) 16rem, (min-width: 35em) 14rem, calc(40vw - 1.5rem)",
  /** Next to a herb's name and facts; in full width on phones. */
  large: "(min-width: 84rem) 30rem, (min-width: 35em) 35vw, 92vw",
  /** In the row below a product's large picture. */
  small: "8rem",
  /** Next to the home page's title; small and below it on phones. */
  hero: "(min-width: 64em) 25rem, (min-width: 40.1em) 16rem, 6rem",
  /** Next to a text; above it on phones. */
  aside: "(min-width: 64em) 25rem, 16rem",
  /** In a row of small pictures below a large one. */
  thumb: "2.75rem",
  /** Full width on phones. */
  full: "(min-width: 64em) 25rem, (min-width: 48em) 16rem, (min-width: 27em) 25rem, 92vw",
} as const;

type PictureProps = {
  image: Image | undefined;
  /** Alternative text; empty if the adjacent text repeats it. */
  alt: string;
  shownWidth: keyof typeof sizesByWidth;
  /** Whether the picture is above the fold, and is therefore loaded eagerly. */
  isFirst?: boolean;
  /** The pictured item, for the animation from card to page. */
  item?: { kind: string; id: string };
};

/** Renders a picture in its reserved space. A drawing replaces a picture that can't be used. */
export function Picture({ image, alt, shownWidth, isFirst = false, item }: PictureProps) {
  const visibleImage: Image = image && isSitePath(image.src) ? image : { src: fallbackPlate };
  const sourceSet = createSourceSet(visibleImage.src);
  const sizes = sizesByWidth[shownWidth];
  const picture = (
    <div className={styles[isFrameless(visibleImage, shownWidth) ? "frameless" : "frame"]}>
      <img
        className={styles["image"]}
        src={visibleImage.src}
        alt={alt}
        srcSet={sourceSet}
        sizes={sourceSet && (isFirst ? sizes : `auto, ${sizes}`)}
        width={visibleImage.width ?? plate.width}
        height={visibleImage.height ?? plate.height}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : undefined}
        decoding="async"
      />
    </div>
  );
  return item ? <SharedElement name={`${item.kind}-${item.id}`}>{picture}</SharedElement> : picture;
}
