import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import type { ContentKind } from "../../services/api/contract/kinds.ts";
import { getOptionalMessage } from "../../i18n/optional-message.ts";
import { useSharedData } from "../ui/page-data.ts";

export type TitleSettings = { kinds?: readonly { kind: string; title?: string | undefined }[] };

/** Returns the title of a kind or of the plain pages: from the settings, otherwise from the messages, otherwise its id. */
export function getKindTitle(
  t: TFunction<"common">,
  kind: ContentKind,
  settings: TitleSettings | null | undefined,
): string {
  const customTitle = settings?.kinds?.find((row) => row.kind === kind)?.title;
  return customTitle ?? getOptionalMessage(t, `kinds.${kind}`) ?? kind;
}

/** Returns a function like `getKindTitle` with the site's settings and the current language. */
export function useKindTitle(): (kind: ContentKind) => string {
  const { t } = useTranslation();
  const settings = useSharedData()?.settings;
  return (kind) => getKindTitle(t, kind, settings);
}
