import { useTranslation } from "react-i18next";
import { useLocale } from "#app/components/ui/page-data.ts";
import { getOptionalMessage } from "#app/i18n/messages.ts";
import type { Item, Settings } from "#app/services/api/contract/entities.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import { listFilledFields } from "#app/services/api/contract/own-fields.ts";

export type LabelledField = ReturnType<typeof useLabelledFields>[number];

/** Returns the kind's own non-empty fields, labelled by the settings or the messages. */
export function useLabelledFields(kind: Kind, item: Item, labels: Settings["kinds"][number]["labels"]) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  return listFilledFields(kind, item, locale).map((field) => {
    const givenLabel = labels.find((row) => row.field === field.name)?.label;
    return { field, label: givenLabel ?? getOptionalMessage(t, `fields.${kind}.${field.name}`) ?? field.name };
  });
}
