import { useTranslation } from "react-i18next";
import { AddToInquiry } from "#app/components/forms/add-to-inquiry.tsx";
import { AskLink } from "#app/components/item/ask-link.tsx";
import { HerbPage } from "#app/components/item/herb-page.tsx";
import { useLabelledFields } from "#app/components/item/labelled-fields.ts";
import { Attachments } from "#app/components/item/page-sections.tsx";
import { LatestBatch, ProductBatches } from "#app/components/item/product-batches.tsx";
import { RecallList } from "#app/components/item/recall-list.tsx";
import { Specification } from "#app/components/item/specification.tsx";
import buttons from "#app/components/ui/button.module.css";
import type { Handle } from "#app/handle.ts";
import type { Route } from "./+types/route";
import { loadItem, type InfoData } from "./data.server.ts";
import { ItemArticle, useItemHead } from "./item-article.tsx";
import { ItemContent } from "./item-content.tsx";
import { createItemMeta } from "./item-meta.ts";
import { ItemPictures } from "./item-pictures.tsx";

export const handle = { messages: ["info"], query: [] } satisfies Handle;

export const loader = (args: Route.LoaderArgs) => loadItem(args);

export const meta = (args: Route.MetaArgs) => createItemMeta(args);

/** Renders an item's page. A herb's page begins with the picture. */
export default function Info({ loaderData }: Route.ComponentProps) {
  return loaderData.kind === "product" ? <ProductPage data={loaderData} /> : <ItemArticle data={loaderData} />;
}

function ProductPage({ data }: { data: InfoData }) {
  const { t } = useTranslation("info");
  const { item, supply, batches, recalls, latest, latestTitle, noBatch, values } = data;
  const fields = useLabelledFields("product", item, data.labels);
  return (
    <HerbPage
      {...useItemHead(data)}
      picture={item.cover && <ItemPictures item={item} cover={item.cover} />}
      facts={[supply]}
      proof={<LatestBatch title={latestTitle ?? ""} product={item.id} latest={latest} noBatch={noBatch} />}
      action={
        <div className="buttons">
          <AddToInquiry id={item.id} title={item.title} />
          <AskLink kind="product" subject={item.id} className={buttons["quiet"]}>
            {t("ask")}
          </AskLink>
        </div>
      }
    >
      <ItemContent
        data={data}
        parts={
          <>
            <RecallList recalls={recalls} title={t("recalledBatches")} />
            <Specification fields={fields} batch={latest?.id} values={values} />
            <ProductBatches batches={batches} />
            <Attachments files={item.attachments} />
          </>
        }
      />
    </HerbPage>
  );
}
