import { useTranslation } from "react-i18next";
import { PrivacyLink } from "../layout/privacy-link.tsx";
import { useSharedData } from "../ui/shared-data.ts";

/** A sentence beside the button of a form, with a link to the privacy notice; nothing if there is none. */
export function PrivacyNote() {
  const { t } = useTranslation("forms");
  if (!useSharedData()?.privacy) return null;
  return (
    <p className="note">
      {t("privacy")} <PrivacyLink />
    </p>
  );
}
