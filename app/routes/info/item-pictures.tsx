import { useState } from "react";
import { Picture } from "#app/components/ui/picture.tsx";
import { isPlainClick } from "#app/components/ui/plain-click.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import type { Image, Item } from "#app/services/api/contract/entities.ts";
import type { EnlargedPicture } from "./enlarged-picture.tsx";
import styles from "./item-pictures.module.css";

/** Renders a product's pictures, small ones below a large one. Without script or `<dialog>` they link to the files. */
export function ItemPictures({ item: { id, title, gallery }, cover }: { item: Item; cover: Image }) {
  const [shownIndex, setShown] = useState<number>();
  const [Dialog, setDialog] = useState<typeof EnlargedPicture>();
  const images = [cover, ...gallery.filter(({ src }) => src !== cover.src)];
  const enlarge = (index: number) => (event: React.MouseEvent) => {
    if (!("HTMLDialogElement" in window) || !isPlainClick(event)) return;
    event.preventDefault();
    import("./enlarged-picture.tsx").then(
      (module) => {
        setDialog(() => module.EnlargedPicture);
        setShown(index);
      },
      () => location.assign(images[index]!.src),
    );
  };
  const picture = (
    <Picture image={cover} alt={cover.alt ?? ""} shownWidth="large" isFirst item={{ kind: "product", id }} />
  );
  if (images.length === 1) return picture;
  return (
    <>
      {/* The keyboard skips this link, because the first small picture has the same link. */}
      <SiteLink to={cover.src} tabIndex={-1} className={styles["large"]} onClick={enlarge(0)}>
        {picture}
      </SiteLink>
      <ul className={`${styles["thumbs"]} no-print`}>
        {images.map((image, index) => (
          <li key={image.src}>
            <SiteLink to={image.src} onClick={enlarge(index)}>
              <Picture image={image} alt={image.alt || title} shownWidth="small" />
            </SiteLink>
          </li>
        ))}
      </ul>
      {Dialog && shownIndex !== undefined && (
        <Dialog
          images={images}
          shown={shownIndex}
          title={title}
          onShow={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
