import { useTranslation } from "react-i18next";
import { AddToInquiry } from "#app/components/forms/add-to-inquiry.tsx";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { BatchOrigin, BatchQrCode, BatchResults, BatchTimeline } from "#app/components/item/batch-sections.tsx";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { CertificateLink, getCertificatePath } from "#app/components/item/certificate-link.tsx";
import { HerbPage } from "#app/components/item/herb-page.tsx";
import { OtherLanguage, Related, type Fact } from "#app/components/item/page-sections.tsx";
import { Share } from "#app/components/item/share.tsx";
import type { Image } from "#app/services/api/contract/entities.ts";
import type { AssessedBatch } from "#app/services/api/contract/batches/lab-limits.ts";
import { PhoneLink } from "#app/components/layout/site-footer.tsx";
import buttons from "#app/components/ui/button.module.css";
import { DateText } from "#app/components/ui/date-text.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { useKindTitle } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getContentPath, getListPath } from "#app/i18n/urls.ts";
import type { BatchProduct } from "#app/loaders/batches.server.ts";
import type { Route } from "./+types/route";
import styles from "./batch.module.css";
import { RecallNotice } from "./recall-notice.tsx";

type BatchPageProps = Extract<Route.ComponentProps["loaderData"], { batch: unknown }>;

export function BatchPage({ title, batch, state, noResults, verdict, product }: BatchPageProps) {
  const getKindTitle = useKindTitle();
  const certificate = state === "released" ? batch.certificate : undefined;
  const crumbs = [
    { title: getKindTitle("product"), to: getListPath("product") },
    ...(batch.product ? [{ ...batch.product, to: getContentPath(batch.product.kind, batch.product.id) }] : []),
  ];
  return (
    <HerbPage
      title={title}
      names={product?.names}
      crumbs={crumbs}
      picture={product?.cover && <ProductPicture id={product.id} cover={product.cover} />}
      isSmall
      facts={useFacts(batch, product)}
      proof={
        state === "recalled" ? (
          <RecallNotice recalled={batch.recalled} lang={batch.lang} />
        ) : (
          <div className={styles["proof"]}>
            {certificate && <CertificatePicture id={batch.id} {...certificate} />}
            <p className={styles["verdict"]}>
              <BatchStateMark state={state}>{verdict}</BatchStateMark>
            </p>
          </div>
        )
      }
      action={<Actions id={batch.id} certificate={certificate} />}
    >
      <div className={styles["layout"]}>
        <div className={styles["main"]}>
          <OtherLanguage lang={batch.lang} />
          <BatchResults batch={batch} state={state} noResults={noResults} />
          <BatchTimeline batch={batch} />
          {product && state !== "recalled" && (
            <div className="no-print">
              <AddToInquiry id={product.id} title={product.title} isQuiet />
            </div>
          )}
          <Share title={title} />
        </div>
        <div className="stack-6">
          <BatchQrCode id={batch.id} />
          <Related refs={product?.related ?? []} />
        </div>
      </div>
    </HerbPage>
  );
}

function ProductPicture({ id, cover }: { id: string; cover: Image }) {
  return <Picture image={cover} alt={cover.alt ?? ""} shownWidth="small" isFirst item={{ kind: "product", id }} />;
}

function useFacts(batch: AssessedBatch, product: BatchProduct | undefined): Fact[] {
  const { t } = useTranslation("batch");
  const { product: ref, produced, bestBefore, lang } = batch;
  const productLink = ref && (
    <SiteLink to={getContentPath(ref.kind, ref.id)} lang={ref.lang}>
      {ref.title}
    </SiteLink>
  );
  return [
    { label: t("product"), value: productLink },
    { label: t("origin"), value: batch.origin && <BatchOrigin batch={batch} />, lang },
    { label: t("part"), value: product?.part },
    { label: t("species"), value: product?.species, lang: "la" },
    { label: t("produced"), value: produced && <DateText date={produced} /> },
    { label: t("standard"), value: batch.standard, lang },
    { label: t("bestBefore"), value: bestBefore && <DateText date={bestBefore} /> },
  ];
}

/** Renders the certificate's first page with links to all pages and the PDF. */
function CertificatePicture({ id, url, pages }: { id: string } & NonNullable<AssessedBatch["certificate"]>) {
  const { t } = useTranslation("batch");
  const [page] = pages ?? [];
  if (!page) return null;
  return (
    <p className={`${styles["certificate"]} no-print`}>
      <SiteLink to={getCertificatePath(id)}>
        <img
          src={page.src}
          srcSet={page.srcset}
          sizes="4.5rem"
          width={page.width}
          height={page.height}
          alt={t("certificateOf", { title: id })}
        />
      </SiteLink>
      <SiteLink to={url} className="tall-link">
        PDF<span className="visually-hidden"> {id}</span>
      </SiteLink>
    </p>
  );
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
