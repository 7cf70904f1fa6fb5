import { useTranslation } from "react-i18next";
import { href, redirect } from "react-router";
import { Field } from "#app/components/forms/field.tsx";
import { BatchStateMark } from "#app/components/item/batch-state.tsx";
import buttons from "#app/components/ui/button.module.css";
import { getContentDesk } from "#app/http/desk-context.ts";
import { getApi } from "#app/http/request-context.ts";
import { describeBatch } from "#app/loaders/batch-states.server.ts";
import { DeskPage, RowSection } from "#app/routes/desk/frame/page.tsx";
import { normaliseBatchNumber } from "#app/services/api/contract/batches/batch-number.ts";
import type { Route } from "./+types/route";
import { findBatch, findProductTitle, listUnpublished } from "./recall/find-batch.server.ts";

/** Redirects a number, in any spelling, to its batch. Without a known number, loads the newest batches. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { desk } = getContentDesk(context);
  const typed = (url.searchParams.get("number") ?? "").slice(0, 100);
  const number = findBatch(desk, typed);
  if (number !== undefined) return redirect(href("/desk/batches/:number", { number }), 303);
  const { batches, optional } = getApi(context);
  const { rows = [] } = (await optional(batches.list({}))) ?? {};
  const publishedBatches = rows.map(({ product, ...row }) => ({
    id: row.id,
    product: product?.title,
    published: describeBatch(context, row),
    isDraft: false,
  }));
  const drafts = listUnpublished(desk).map((id) => ({
    id,
    product: findProductTitle(desk, id),
    published: publishedBatches.find((batch) => batch.id === id)?.published,
    isDraft: true,
  }));
  const hasDraft = ({ id }: { id: string }) => drafts.some((draft) => draft.id === id);
  return {
    typed,
    unknown: typed && normaliseBatchNumber(typed),
    newest: [...drafts, ...publishedBatches.filter((batch) => !hasDraft(batch))],
  };
}

export default function Batches({ loaderData: { typed, unknown, newest } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  const problem = unknown ? t("desk.recall.unknown", { number: unknown }) : undefined;
  return (
    <DeskPage title={t("desk.batch.title")} problem={problem}>
      <form className="narrow">
        <Field name="number" label={t("desk.recall.number")} value={typed} isRequired>
          {(control) => <input {...control} autoCapitalize="characters" />}
        </Field>
        <button className={buttons["primary"]}>{t("desk.recall.next")}</button>
      </form>
      <p>
        <a href={`${href("/desk/batches/:number", { number: "new" })}?${new URLSearchParams({ number: typed })}`}>
          {t("desk.batch.new")}
        </a>
      </p>
      {newest.length > 0 && (
        <RowSection title={t("desk.batch.newest")}>
          {newest.map(({ id, product, published, isDraft }) => (
            <li key={id}>
              <a href={href("/desk/batches/:number", { number: id })}>
                <strong>{id}</strong> {product}
              </a>
              {published && <BatchStateMark state={published.state}>{published.word}</BatchStateMark>}
              {isDraft && <span className="note">{t("desk.batch.unpublished")}</span>}
            </li>
          ))}
        </RowSection>
      )}
    </DeskPage>
  );
}
