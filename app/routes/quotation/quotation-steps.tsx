import { useTranslation } from "react-i18next";

type QuotationStepsProps = {
  answerText: string;
  /** How visitors get a sample; `undefined` omits this step. */
  sampleText: string | undefined;
};

export function QuotationSteps({ answerText, sampleText }: QuotationStepsProps) {
  const { t } = useTranslation("quotation");
  return (
    <>
      <h2>{t("how")}</h2>
      <ol className="steps stack-4">
        <Step title={t("steps.choose")} text={t("steps.chooseText")} />
        <Step title={t("steps.send")} text={t("steps.sendText")} />
        <Step title={t("steps.answer")} text={answerText} />
        {sampleText && <Step title={t("steps.sample")} text={sampleText} />}
      </ol>
    </>
  );
}

function Step({ title, text }: { title: string; text: string }) {
  return (
    <li>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  );
}
