import { useTranslation } from "react-i18next";
import { useSharedData } from "../ui/shared-data.ts";

/** Title of a page with a form. For screen readers it begins with "Error" if the form was returned with errors. */
export function FormTitle({ title, hasError }: { title: string; hasError: boolean }) {
  const { t } = useTranslation("forms");
  const siteName = useSharedData()?.siteName;
  const fullTitle = [title, siteName].filter(Boolean).join(" · ");
  return <title>{hasError ? t("errorTitle", { title: fullTitle }) : fullTitle}</title>;
}
