import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { BatchLookupWithExample, type BatchExample } from "../../components/search/batch-example.tsx";
import { BatchLookup } from "../../components/search/batch-lookup.tsx";
import { BatchOrigin, BatchQrCode, BatchResults, BatchTimeline } from "../../components/item/batch-sections.tsx";
import { AddToInquiry } from "../../components/forms/add-to-inquiry.tsx";
import { HerbPage } from "../../components/item/herb-page.tsx";
import { Attachments, OtherLanguage, Related, type Fact } from "../../components/item/page-sections.tsx";
import { assessResult, createVerdict } from "../../components/item/test-limits.ts";
import { DateText } from "../../components/ui/date-text.tsx";
import tools from "../../components/search/list-tools.module.css";
import { Share } from "../../components/item/share.tsx";
import { useKindTitle } from "../../components/ui/page-data.ts";
import { Page } from "../../components/layout/page.tsx";
import { SiteLink } from "../../components/ui/site-link.tsx";
import type { Batch } from "../../services/api/contract/batches.ts";
import { limits } from "../../services/api/contract/form-fields.ts";
import { getLocalesByLanguages } from "../../i18n/locales.ts";
import { getContentPath, localizePath, splitLocale } from "../../i18n/urls.ts";
import { notFoundCacheControl } from "../../services/runtime/http-cache.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import {
  hasBatches,
  loadBatchProduct,
  loadNewestBatch,
  lookUpBatch,
  type BatchProduct,
  type Lookup,
} from "../../loaders/batches.server.ts";
import styles from "./batch.module.css";
import { notFound, redirectTo } from "../../http/responses.ts";
import { createPageData, createPageMeta } from "../../components/meta/page-meta.ts";
import { getT } from "../../http/request-context.ts";

export const handle = { messages: ["info", "batch"], query: ["number"] } satisfies Handle;

/** Serves a batch at `/batch/{number}`, and the form that looks one up at `/batch?number=`. */
export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  const lookUp = await lookUpBatch(context, params.number ?? url.searchParams.get("number") ?? "");
  const { batch, problem, number } = lookUp;
  // Below `/batch` a path without a number isn't a page. The form is at `/batch` itself.
  const isPage = params.number === undefined || number !== "";
  if (!isPage || !(await hasBatches(context))) throw notFound(args);
  if (batch && batch.id !== params.number) {
    const path = localizePath(getContentPath("batch", batch.id), splitLocale(url.pathname).locale);
    // The form redirects to the page (302). Another spelling of the number redirects permanently (301).
    const status = params.number === undefined ? 302 : 301;
    throw redirectTo(path, { status, headers: { "Cache-Control": notFoundCacheControl } });
  }
  const t = getT(context, "batch");
  const title = batch?.title ?? t(problem === "unknown" ? "unknownTitle" : "title");
  const assessedBatch = batch && { ...batch, results: batch.results.map(assessResult) };
  const verdict = assessedBatch && createVerdict(t, assessedBatch.results, batch.released);
  const description = batch ? t("description", { number: batch.id }) : t("prompt");
  const product = batch && (await loadBatchProduct(context, batch));
  const example = batch ? undefined : await loadNewestBatch(context);
  const status = problem === "unknown" ? 404 : problem ? 400 : 200;
  const ownLocales = batch && getLocalesByLanguages(batch.languages);
  const page = { batch: assessedBatch, verdict, product, problem, number, example, title, description };
  return data({ ...page, ownLocales }, { status });
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { batch, number, title, description, ownLocales } = loaderData;
  return createPageMeta(args, {
    title,
    description,
    locales: ownLocales,
    isHidden: !batch && number !== "",
    about: (address) => (batch ? [createPageData({ ...batch, summary: description }, address)] : []),
  });
}

export default function BatchPage({ loaderData }: Route.ComponentProps) {
  const kindTitle = useKindTitle();
  const { batch, verdict, product, title, ...found } = loaderData;
  const facts = useFacts(batch, product);
  if (!batch) return <LookupPage title={title} {...found} />;
  const crumbs = [
    { title: kindTitle("product"), to: "/product/list" },
    ...(batch.product ? [{ ...batch.product, to: getContentPath(batch.product.kind, batch.product.id) }] : []),
  ];
  return (
    <HerbPage
      title={title}
      names={product?.names}
      crumbs={crumbs}
      cover={product?.cover}
      item={product && { kind: "product", id: product.id }}
      isSmall
      facts={facts}
      proof={verdict && <p className={styles["verdict"]}>{verdict}</p>}
      action={product && <AddToInquiry id={product.id} title={product.title} />}
    >
      <div className={styles["layout"]}>
        <div className={styles["main"]}>
          <OtherLanguage lang={batch.lang} />
          <BatchResults {...batch} />
          <BatchTimeline batch={batch} />
          <Certificate batch={batch} />
          <Share title={title} />
        </div>
        <div className={styles["side"]}>
          <BatchQrCode id={batch.id} />
          <Related refs={product?.related ?? []} />
        </div>
      </div>
    </HerbPage>
  );
}

/** Returns the facts of a batch and its herb. */
function useFacts(batch: Batch | undefined, product: BatchProduct | undefined): Fact[] {
  const { t } = useTranslation("batch");
  if (!batch) return [];
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
    { label: t("produced"), value: produced && <DateText date={produced} /> },
    { label: t("bestBefore"), value: bestBefore && <DateText date={bestBefore} /> },
  ];
}

function Certificate({ batch: { id, certificate } }: { batch: Batch }) {
  const { t } = useTranslation("batch");
  const title = t("certificate", { number: id });
  return (
    // A link to a file is of no use on paper.
    <div className="no-print">
      <Attachments files={certificate ? [{ title, ...certificate }] : []} />
    </div>
  );
}

type LookupPageProps = { title: string; example: BatchExample | undefined } & Omit<Lookup, "batch">;

/** The lookup form, with the error of the entered number, and an example. */
function LookupPage({ title, number, problem, example }: LookupPageProps) {
  const { t } = useTranslation("batch");
  const attributes = problem && { "aria-invalid": true, "aria-describedby": "number-error" };
  return (
    <Page title={title} lead={t("prompt")}>
      <BatchLookupWithExample example={example}>
        <BatchLookup key={number} defaultValue={number} {...attributes}>
          {problem && (
            <p id="number-error" className={tools["error"]}>
              {t(problem, { number, max: limits.batchNumber })}
            </p>
          )}
        </BatchLookup>
        {problem && (
          <p>
            <SiteLink to="/contact-us">{t("ask")}</SiteLink>
          </p>
        )}
      </BatchLookupWithExample>
    </Page>
  );
}
