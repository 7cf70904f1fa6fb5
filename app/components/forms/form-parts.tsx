import { useTranslation } from "react-i18next";
import { useLocale, useSharedData } from "#app/components/ui/page-data.ts";
import { PrivacyLink } from "#app/components/ui/site-link.tsx";
import { formatNumber } from "#app/i18n/format.ts";
import { getOptionalMessage } from "#app/i18n/messages.ts";
import type { FormField } from "#app/services/api/contract/forms/form-fields.ts";
import type { ControlName, FormResult } from "#app/services/api/contract/forms/form-results.ts";
import type { FieldError } from "./error-summary.tsx";

/** Returns the errors of a form's fields, in the fields' order, and a function that returns a field's props. */
export function useFields(
  fields: Readonly<Record<string, FormField>>,
  result: FormResult | undefined,
  labels: Partial<Record<ControlName, string>> = {},
) {
  const { t } = useTranslation("forms");
  const locale = useLocale();
  const getLabel = (name: ControlName) => labels[name] ?? t(`fields.${name}`);
  const getError = (name: ControlName) => {
    const problem = result?.errors?.[name];
    const max = formatNumber(fields[name]?.maxLength ?? 0, locale);
    return problem && t(`errors.${problem}`, { label: getLabel(name), max, message: result.message });
  };
  const names = [...Object.keys(fields), "website"] as ControlName[];
  return {
    fieldErrors: names.flatMap((name): FieldError[] => {
      const text = getError(name);
      return text ? [{ text, id: name }] : [];
    }),
    field: (name: ControlName) => {
      const isRequired = fields[name]?.isRequired ?? false;
      const hint = getOptionalMessage(t, `hints.${name}`) ?? (isRequired ? undefined : t("optional"));
      return { name, label: getLabel(name), hint, value: result?.values[name], error: getError(name), isRequired };
    },
  };
}

export function PrivacyNote() {
  const { t } = useTranslation("forms");
  if (!useSharedData()?.privacy) return null;
  return (
    <p className="note">
      {t("privacy")} <PrivacyLink />
    </p>
  );
}

/** Renders the page's title. With an error it begins with "Error", for screen readers. */
export function FormTitle({ title, hasError }: { title: string; hasError: boolean }) {
  const { t } = useTranslation("forms");
  const siteName = useSharedData()?.siteName;
  const fullTitle = [title, siteName].filter(Boolean).join(" · ");
  return <title>{hasError ? t("errorTitle", { title: fullTitle }) : fullTitle}</title>;
}
