import type { TFunction } from "i18next";
import type { Item } from "../services/api/contract/entities.ts";

/** Lists each PDF and, for phones without a PDF viewer, the pictures of its pages. */
export function listDownloads(t: TFunction<"loader">, attachments: Item["attachments"]) {
  return attachments.flatMap(({ title, url, size, pages = [] }) => [
    { title, url, size },
    ...pages.map(({ src }, index) => ({
      title: t("pagePicture", { title, page: index + 1 }),
      url: src,
      size: undefined,
    })),
  ]);
}
