import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "#app/components/ui/icon.tsx";
import type { Image } from "#app/services/api/contract/entities.ts";
import { createSourceSet, plateSize } from "#app/services/api/contract/pictures.ts";
import styles from "./enlarged-picture.module.css";

type EnlargedPictureProps = {
  images: readonly Image[];
  /** Index of the current picture. */
  shown: number;
  title: string;
  onShow: (index: number) => void;
  onClose: () => void;
};

/**
 * Renders a picture in a modal dialog. The browser keeps the focus in the dialog, and restores it afterwards. Arrow
 * keys change the picture.
 */
export function EnlargedPicture({ images, shown, title, onShow, onClose }: EnlargedPictureProps) {
  const { t } = useTranslation("info");
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current!.showModal(), []);
  const image = images[shown]!;
  const { width, height } = { ...plateSize, ...image };
  const sizes = `min(94vw, ${(90 * width) / height}vh)`;
  const move = (step: number) => onShow((shown + step + images.length) % images.length);
  const onKeyDown = ({ key }: React.KeyboardEvent) => {
    if (key === "ArrowLeft") move(-1);
    if (key === "ArrowRight") move(1);
  };
  return (
    <dialog
      ref={ref}
      className={styles["dialog"]}
      aria-label={image.alt || title}
      closedby="any"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <form method="dialog" data-stays>
        <button type="submit" className={styles["close"]} aria-label={t("closePicture")}>
          <Icon name="close" />
        </button>
        <button type="button" className={styles["previous"]} aria-label={t("previous")} onClick={() => move(-1)}>
          <Icon name="arrow" />
        </button>
        <button type="button" className={styles["next"]} aria-label={t("next")} onClick={() => move(1)}>
          <Icon name="arrow" />
        </button>
      </form>
      <img
        key={image.src}
        src={image.src}
        srcSet={createSourceSet(image.src)}
        sizes={sizes}
        alt=""
        width={width}
        height={height}
        // The page's picture is visible while the large one loads.
        style={{ width: sizes, backgroundImage: `url("${findLoadedFile(image.src)}")` }}
      />
      <p className="note" role="status">
        {image.alt} {shown + 1} / {images.length}
      </p>
    </dialog>
  );
}

/** Returns the file that the page has already loaded for a picture. */
function findLoadedFile(src: string): string {
  const images = [...document.querySelectorAll<HTMLImageElement>("main img")];
  return images.find((image) => image.getAttribute("src") === src && image.complete)?.currentSrc ?? src;
}
