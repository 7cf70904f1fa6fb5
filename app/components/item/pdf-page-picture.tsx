import type { ComponentProps } from "react";
import type { PdfPage } from "#app/services/api/contract/pdf-pages.ts";

type PdfPagePictureProps = Pick<ComponentProps<"img">, "alt" | "sizes" | "loading"> & { page: PdfPage };

/** Renders a page of a PDF, for phones without PDF viewer. */
export function PdfPagePicture({ page: { srcset, ...page }, alt, ...rest }: PdfPagePictureProps) {
  return <img srcSet={srcset} {...page} alt={alt} {...rest} />;
}
