import type { TFunction } from "i18next";
import { getOptionalMessage } from "#app/i18n/messages.ts";
import type { ContentKind } from "./kinds.ts";

type TitleSettings = { kinds?: readonly { kind: string; title?: string | undefined }[] };

/** Returns a kind's title from the settings, or else from the messages; without either, its id. */
export function getKindTitle(
  t: TFunction<"common">,
  kind: ContentKind,
  settings: TitleSettings | null | undefined,
): string {
  const customTitle = settings?.kinds?.find((row) => row.kind === kind)?.title;
  return customTitle ?? getOptionalMessage(t, `kinds.${kind}`) ?? kind;
}
