import steps from "../catalogue/info-sections.module.css";
import { useMessages } from "../ui/use-locale.ts";

/** How a quotation works, step by step. */
export function QuotationSteps() {
  const t = useMessages("quotation");
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
