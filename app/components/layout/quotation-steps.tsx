import { useTranslation } from "react-i18next";
import steps from "../catalogue/info-sections.module.css";

/** How a quotation works, step by step. */
export function QuotationSteps() {
  const { t } = useTranslation("quotation");
  return (
    <>
      <h2>{t("how")}</h2>
      <ol className={steps["steps"]}>
        {(["choose", "send", "answer", "sample"] as const).map((step) => (
          <li key={step}>
            <h3>{t(`steps.${step}`)}</h3>
            <p>{t(`steps.${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
