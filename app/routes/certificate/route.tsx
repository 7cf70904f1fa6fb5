import { useTranslation } from "react-i18next";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import { FactList } from "#app/components/item/page-sections.tsx";
import { PdfPagePicture } from "#app/components/item/pdf-page-picture.tsx";
import { createPageMeta } from "#app/components/meta/page-meta.ts";
import buttons from "#app/components/ui/button.module.css";
import { Page } from "#app/components/ui/page.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import type { Handle } from "#app/handle.ts";
import { getT } from "#app/http/request-context.ts";
import { notFound } from "#app/http/responses.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import { createBatchTitle, describeBatch } from "#app/loaders/batch-states.server.ts";
import { loadBatch, loadBatchProduct } from "#app/loaders/batches.server.ts";
import type { Route } from "./+types/route";
import styles from "./certificate.module.css";

export const handle = { messages: ["batch"], query: [] } satisfies Handle;

/** Loads the certificate's pictures, for phones without PDF viewer. */
export async function loader(args: Route.LoaderArgs) {
  const { context, params } = args;
  const batch = await loadBatch(context, params.number);
  if (!batch?.certificate) throw notFound(args);
  const { id, certificate } = batch;
  const { species } = (await loadBatchProduct(context, batch)) ?? {};
  const { state, sentence } = describeBatch(context, batch);
  const batchTitle = createBatchTitle(context, batch);
  return {
    id,
    state,
    sentence,
    certificate,
    species,
    batchTitle,
    title: getT(context, "batch")("certificateOf", { title: batchTitle }),
  };
}

/** Search engines index the batch's page instead. */
export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return loaderData
    ? createPageMeta(args, { title: loaderData.title, description: loaderData.sentence, isHidden: true })
    : [];
}

export default function CertificateRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("batch");
  const { id, state, sentence, certificate, species, batchTitle, title } = loaderData;
  const { url, pages = [], pageCount = pages.length } = certificate;
  return (
    <Page
      title={title}
      lead={<BatchStateMark state={state}>{sentence}</BatchStateMark>}
      crumbs={[{ title: batchTitle, to: getContentPath("batch", id) }]}
    >
      <div className="stack-5">
        <FactList rows={[{ label: t("species"), value: species, lang: "la" }]} />
        <p className="buttons no-print">
          <SiteLink to={url} className={buttons["quiet"]}>
            {t(state === "recalled" ? "recall.certificate" : "certificate")}
          </SiteLink>
        </p>
        {pageCount > pages.length && <p>{t("firstPages", { count: pageCount, drawn: pages.length })}</p>}
        <div className={`${styles["pages"]} stack-5`}>
          {pages.map((page, index) => (
            <a key={page.src} href={page.src}>
              <PdfPagePicture
                page={page}
                alt={t("pageOf", { title, page: index + 1, count: pageCount })}
                sizes="60rem"
                loading={index === 0 ? "eager" : "lazy"}
              />
            </a>
          ))}
        </div>
      </div>
    </Page>
  );
}
