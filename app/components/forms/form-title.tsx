import { useTranslation } from "react-i18next";
import { useSharedData } from "../layout/shared-data.ts";

/** The title of a page with a form: it begins with "Error" where the form came back, for those who hear it first. */
export function FormTitle({ title, hasError }: { title: string; hasError: boolean }) {
  const { t } = useTranslation("forms");
  const siteName = useSharedData()?.siteName;
  const whole = [title, siteName].filter(Boolean).join(" · ");
  return <title>{hasError ? t("errorTitle", { title: whole }) : whole}</title>;
}
