import { useTranslation } from "react-i18next";
import type { Item, Settings } from "../../services/api/contract/entities.ts";
import type { Kind } from "../../services/api/contract/kinds.ts";
import { getOptionalMessage } from "../../i18n/optional-message.ts";
import { listOwnFields, type OwnField } from "./own-fields.ts";

/** A kind's own field with its label. */
export type LabelledField = { field: OwnField; label: string };

/** Returns the kind's own fields that have a value, with labels from the settings or the messages. */
export function useLabelledFields(
  kind: Kind,
  item: Item,
  labels: Settings["kinds"][number]["labels"],
): LabelledField[] {
  const { t } = useTranslation("info");
  return listOwnFields(kind, item).map((field) => {
    const ownLabel = labels.find((row) => row.field === field.name)?.label;
    return { field, label: ownLabel ?? getOptionalMessage(t, `fields.${kind}.${field.name}`) ?? field.name };
  });
}
