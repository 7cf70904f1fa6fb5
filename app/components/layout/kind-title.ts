import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import type { Kind } from "../../contract/kinds.ts";
import { optionalMessage } from "../../i18n/optional-message.ts";
import { useSharedData, type SharedSettings } from "./shared-data.ts";

type Titles = Partial<Pick<SharedSettings, "kinds">>;

/** What a kind is called: by the settings, else by the messages, else by its id. */
export function kindTitle(t: TFunction<"common">, kind: Kind, settings: Titles | null | undefined): string {
  const own = settings?.kinds?.find((one) => one.kind === kind)?.title;
  return own ?? optionalMessage(t, `kinds.${kind}`) ?? kind;
}

/** The same for a component, by the settings of the site. */
export function useKindTitle(): (kind: Kind) => string {
  const { t } = useTranslation();
  const settings = useSharedData()?.settings;
  return (kind) => kindTitle(t, kind, settings);
}
