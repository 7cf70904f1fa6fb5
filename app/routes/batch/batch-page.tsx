import { useTranslation } from "react-i18next";
import { AddToInquiry } from "#app/components/forms/add-to-inquiry.tsx";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { BatchOrigin, BatchQrCode, BatchResults, BatchTimeline } from "#app/components/item/batch-sections.tsx";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { CertificateLink, getCertificatePath } from "#app/components/item/certificate-link.tsx";
import { HerbPage } from "#app/components/item/herb-page.tsx";
import { FactList, OtherLanguage, type Fact } from "#app/components/item/page-sections.tsx";
import { PdfPagePicture } from "#app/components/item/pdf-page-picture.tsx";
import recallStyles from "#app/components/item/recall.module.css";
import { Share } from "#app/components/item/share.tsx";
import buttons from "#app/components/ui/button.module.css";
import { DateText } from "#app/components/ui/date-text.tsx";
import { useKindTitle } from "#app/components/ui/page-data.ts";
import { Columns } from "#app/components/ui/page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath, getListPath } from "#app/i18n/urls.ts";
import type { BatchProduct } from "#app/loaders/batches.server.ts";
import type { AssessedBatch } from "#app/services/api/contract/batches/batches.ts";
import type { Route } from "./+types/route";
import styles from "./batch.module.css";

type BatchPageProps = Extract<Route.ComponentProps["loaderData"], { batch: unknown }>;

/** Renders all that proves a batch: its state, certificate, facts, results and dates. */
export function BatchPage({ title, batch, state, noResults, verdict, product }: BatchPageProps) {
  const { t } = useTranslation("batch");
  const getKindTitle = useKindTitle();
  const certificate = state === "released" ? batch.certificate : undefined;
  const [page] = certificate?.pages ?? [];
  const crumbs = [
    { title: getKindTitle("product"), to: getListPath("product") },
    ...(batch.product ? [{ ...batch.product, to: getContentPath(batch.product.kind, batch.product.id) }] : []),
  ];
  return (
    <HerbPage
      title={batch.title}
      names={product?.names}
      crumbs={crumbs}
      picture={
        page && (
          <SiteLink to={getCertificatePath(batch.id)}>
            <PdfPagePicture page={page} alt={t("certificateOf", { title: batch.id })} sizes="7.5rem" />
          </SiteLink>
        )
      }
      isSmall
      facts={useFacts(batch, product)}
      proof={
        state === "recalled" ? (
          <RecallNotice recalled={batch.recalled} lang={batch.lang} />
        ) : (
          <p className="verdict">
            <BatchStateMark state={state}>{verdict}</BatchStateMark>
          </p>
        )
      }
      action={<Actions id={batch.id} certificate={certificate} />}
    >
      <OtherLanguage lang={batch.lang} />
      <Columns className={styles["proof"]}>
        <BatchResults batch={batch} state={state} noResults={noResults} />
        <div className={styles["aside"]}>
          {batch.formerRecalls.map((recall) => (
            <FormerRecall key={recall.ended} {...recall} lang={batch.lang} />
          ))}
          <BatchTimeline batch={batch} />
          <BatchQrCode id={batch.id} />
        </div>
      </Columns>
      <Share title={title}>
        {product && state !== "recalled" && <AddToInquiry id={product.id} title={product.title} look="plain" />}
      </Share>
    </HerbPage>
  );
}

function useFacts(batch: AssessedBatch, product: BatchProduct | undefined): Fact[] {
  const { t } = useTranslation("batch");
  const { bestBefore, lang } = batch;
  return [
    ...(product ? [product.supply] : []),
    { label: t("origin"), value: batch.origin && <BatchOrigin batch={batch} />, lang },
    { label: t("part"), value: product?.part },
    { label: t("species"), value: product?.species, lang: "la" },
    { label: t("standard"), value: batch.standard, lang },
    { label: t("bestBefore"), value: bestBefore && <DateText date={bestBefore} /> },
  ];
}

/** Renders the actions. Without a certificate the first one is a telephone call. */
function Actions({ id, certificate }: Pick<AssessedBatch, "id" | "certificate">) {
  const { t } = useTranslation("batch");
  return (
    <p className="buttons">
      {certificate ? (
        <CertificateLink id={id} certificate={certificate} className={buttons["primary"]} />
      ) : (
        <PhoneLink className={buttons["primary"]} />
      )}
      <AskLink kind="batch" subject={id} className={buttons["quiet"]}>
        {t("askAbout")}
      </AskLink>
    </p>
  );
}

type RecallNoticeProps = { recalled: Partial<AssessedBatch["recalled"]>; lang: string | undefined };

/** Renders the recall. A backend may send only the state, so each field may be missing. */
function RecallNotice({ recalled: { advice, adviceLang, ...recall } = {}, lang }: RecallNoticeProps) {
  const { t } = useTranslation("batch");
  const lastFact = {
    label: t("recall.advice"),
    value: advice ?? t("advice.recalled"),
    lang: advice && (adviceLang ?? lang),
  };
  return (
    <section className={recallStyles["notice"]} aria-labelledby="recall">
      <h2 id="recall">
        <BatchStateMark state="recalled">{t("states.recalled")}</BatchStateMark>
      </h2>
      <FactList rows={[...useRecallFacts({ ...recall, lang }), lastFact]} />
    </section>
  );
}

type RecallFacts = Pick<AssessedBatch["formerRecalls"][number], "date" | "level" | "reason" | "reasonLang">;

function useRecallFacts(recall: RecallFacts & { lang: string | undefined }): Fact[] {
  const { t } = useTranslation("batch");
  const { date, level, reason, reasonLang = recall.lang } = recall;
  return [
    { label: t("recall.date"), value: date && <DateText date={date} /> },
    { label: t("recall.level"), value: (level === 1 || level === 2 || level === 3) && t(`recall.levels.${level}`) },
    { label: t("recall.reason"), value: reason, lang: reasonLang },
  ];
}

/** Renders a recall that was taken back. */
function FormerRecall(recall: AssessedBatch["formerRecalls"][number] & { lang: string | undefined }) {
  const { t } = useTranslation("batch");
  const { ended, endReason, endReasonLang = recall.lang } = recall;
  const facts = [
    ...useRecallFacts(recall),
    { label: t("recall.endDate"), value: ended && <DateText date={ended} /> },
    { label: t("recall.endReason"), value: endReason, lang: endReasonLang },
  ];
  return (
    <section className="stack">
      <h2>{t("recall.former")}</h2>
      <FactList rows={facts} />
    </section>
  );
}
