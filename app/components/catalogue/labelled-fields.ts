import { useTranslation } from "react-i18next";
import type { Item, Settings } from "../../contract/entities.ts";
import type { Kind } from "../../contract/kinds.ts";
import { optionalMessage } from "../../i18n/optional-message.ts";
import { ownFields, type OwnField } from "./own-fields.ts";

/** A field that only its kind has, and what it is called. */
export type LabelledField = { field: OwnField; label: string };

/** The filled fields of an item's kind, called as the settings (`labels`), else the messages have it. */
export function useLabelledFields(
  kind: Kind,
  item: Item,
  labels: Settings["kinds"][number]["labels"],
): LabelledField[] {
  const { t } = useTranslation("info");
  return ownFields(kind, item).map((field) => {
    const own = labels.find((one) => one.field === field.name)?.label;
    return { field, label: own ?? optionalMessage(t, `fields.${kind}.${field.name}`) ?? field.name };
  });
}
