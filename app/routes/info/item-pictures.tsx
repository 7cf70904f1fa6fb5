import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Image, Item } from "../../services/api/contract/entities.ts";
import { Icon } from "../../components/ui/icon.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { isPlainClick } from "../../components/ui/plain-click.ts";
import { SiteLink } from "../../components/ui/site-link.tsx";
import styles from "./item-pictures.module.css";

type ItemPicturesProps = { item: Item; cover: Image };

/** The pictures of a product, small under the large one. Without script, and in browsers without dialogs, they lead to the files. */
export function ItemPictures({ item: { id, title, gallery }, cover }: ItemPicturesProps) {
  const [shown, setShown] = useState<Image>();
  const enlarge = (image: Image) => (event: React.MouseEvent) => {
    if (!("HTMLDialogElement" in window) || !isPlainClick(event)) return;
    event.preventDefault();
    setShown(image);
  };
  const images = [cover, ...gallery.filter(({ src }) => src !== cover.src)];
  const picture = (
    <Picture image={cover} alt={cover.alt ?? ""} drawnWidth="large" isFirst item={{ kind: "product", id }} />
  );
  if (images.length === 1) return picture;
  return (
    <>
      {/* The keyboard reaches it below. */}
      <SiteLink to={cover.src} tabIndex={-1} className={styles["large"]} onClick={enlarge(cover)}>
        {picture}
      </SiteLink>
      <ul className={`${styles["thumbs"]} no-print`}>
        {images.map((image) => (
          <li key={image.src}>
            <SiteLink to={image.src} onClick={enlarge(image)}>
              <Picture image={image} alt={image.alt || title} drawnWidth="thumb" />
            </SiteLink>
          </li>
        ))}
      </ul>
      {shown && <EnlargedPicture image={shown} title={title} onClose={() => setShown(undefined)} />}
    </>
  );
}

type EnlargedPictureProps = { image: Image; title: string; onClose: () => void };

/** The browser keeps the focus in the dialog, and gives it back. */
function EnlargedPicture({ image, title, onClose }: EnlargedPictureProps) {
  const { t } = useTranslation("info");
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current!.showModal(), []);
  return (
    <dialog ref={ref} className={styles["dialog"]} aria-label={image.alt || title} closedby="any" onClose={onClose}>
      <form method="dialog" data-stays>
        <button type="submit">
          <Icon name="close" />
          {t("closePicture")}
        </button>
      </form>
      <Picture image={image} alt="" drawnWidth="enlarged" isFirst />
      <p className="note">{image.alt}</p>
    </dialog>
  );
}
