import { useSharedData } from "../layout/shared-data.ts";
import { useMessages } from "../ui/use-locale.ts";

/** The title of a page with a form: it begins with "Error" where the form came back, for those who hear it first. */
export function FormTitle({ title, hasError }: { title: string; hasError: boolean }) {
  const t = useMessages("forms");
  const siteName = useSharedData()?.siteName;
  const whole = [title, siteName].filter(Boolean).join(" · ");
  return <title>{hasError ? t("errorTitle", { title: whole }) : whole}</title>;
}
