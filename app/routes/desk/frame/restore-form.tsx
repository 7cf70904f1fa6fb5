import { useTranslation } from "react-i18next";
import buttons from "#app/components/ui/button.module.css";
import type { describeChange } from "./changes.server.ts";
import { ChangedFields } from "./changes.tsx";

type RestoreFormProps = {
  /** Missing if the current version is the same. */
  change: ReturnType<typeof describeChange> | undefined;
  /** Hidden fields of the form. */
  fields: Record<string, string>;
  text: string;
  submit: string;
};

/** Renders the effect of restoring, above the button that restores. */
export function RestoreForm({ change, fields, text, submit }: RestoreFormProps) {
  const { t } = useTranslation("owner");
  if (!change) return <p>{t("desk.history.same")}</p>;
  return (
    <>
      <p>{t(`desk.publish.actions.${change.action}`)}</p>
      <ChangedFields {...change} />
      <form method="post" className="narrow">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>{text}</p>
        <button className={buttons["primary"]}>{submit}</button>
      </form>
    </>
  );
}
