import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Image } from "#app/services/api/contract/entities.ts";
import { createSourceSet, plateSize } from "#app/services/api/contract/pictures.ts";
import styles from "./enlarged-picture.module.css";

type EnlargedPictureProps = {
  images: readonly Image[];
  /** Index of the picture that is shown. */
  shown: number;
  title: string;
  onShow: (index: number) => void;
  onClose: () => void;
};

/** The browser keeps the focus in the dialog, and gives it back. The arrow keys lead to the next picture, too. */
export function EnlargedPicture({ images, shown, title, onShow, onClose }: EnlargedPictureProps) {
  const { t } = useTranslation("info");
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current!.showModal(), []);
  const image = images[shown]!;
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
      <form method="dialog" data-stays className="buttons">
        <button type="submit">{t("closePicture")}</button>
        <button type="button" onClick={() => move(-1)}>
          {t("previous")}
        </button>
        <button type="button" onClick={() => move(1)}>
          {t("next")}
        </button>
      </form>
      <img
        key={image.src}
        src={image.src}
        srcSet={createSourceSet(image.src)}
        sizes="94vw"
        alt=""
        width={image.width ?? plateSize.width}
        height={image.height ?? plateSize.height}
      />
      <p className="note" role="status">
        {image.alt} {shown + 1} / {images.length}
      </p>
    </dialog>
  );
}
