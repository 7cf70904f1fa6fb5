import { useTranslation } from "react-i18next";
import type { Item } from "../../services/api/contract/entities.ts";
import { formatDate, formatList } from "../../i18n/format.ts";
import { useLocale } from "../ui/use-locale.ts";

/** Returns the facts that items of every kind have. */
export function useSharedFacts(item: Item) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  const formatOptionalDate = (value: string | undefined) => value && formatDate(value, locale);
  return [
    { label: t("published"), value: formatOptionalDate(item.date) },
    { label: t("updated"), value: formatOptionalDate(item.updatedAt) },
    { label: t("tags"), value: formatList(item.tags, locale), lang: item.lang },
  ];
}
