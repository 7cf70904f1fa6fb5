import { useTranslation } from "react-i18next";
import { Attachments, FactList, OtherLanguage } from "../../components/item/page-sections.tsx";
import { RichText } from "../../components/item/rich-text.tsx";
import { Share } from "../../components/item/share.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { useLocale } from "../../components/ui/page-data.ts";
import { formatDate } from "../../i18n/format.ts";
import { getLocalesByLanguages } from "../../i18n/locales.ts";
import type { Handle } from "../../handle.ts";
import type { Route } from "./+types/route";
import { notFound } from "../../http/responses.ts";
import { createPageData, createPageMeta } from "../../components/meta/page-meta.ts";
import { getApi } from "../../http/request-context.ts";
import { readId } from "../../http/params.ts";
import styles from "./plain-page.module.css";

export const handle = { messages: ["info"] } satisfies Handle;

export async function loader(args: Route.LoaderArgs) {
  const { context, params } = args;
  const id = readId(params.slug);
  if (!id) throw notFound(args);
  const page = await getApi(context).pages.info(id);
  return { page, ownLocales: getLocalesByLanguages(page.languages) };
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { page, ownLocales } = loaderData;
  const { title, summary, seo, cover } = page;
  return createPageMeta(args, {
    title: seo?.title ?? title,
    description: seo?.description ?? summary,
    image: cover,
    locales: ownLocales,
    about: (address) => [createPageData(page, address)],
  });
}

export default function PlainPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  const { page } = loaderData;
  const { title, summary, cover, lang, body, attachments, updatedAt } = page;
  return (
    <Page title={title} lead={summary} lang={lang}>
      <article className={styles["layout"]}>
        <OtherLanguage lang={lang} />
        {cover && (
          <div className={styles["cover"]}>
            <Picture image={cover} alt={cover.alt ?? ""} drawnWidth="aside" isFirst />
          </div>
        )}
        {body && <RichText html={body} lang={lang} />}
        <Attachments files={attachments} />
        <FactList rows={[{ label: t("updated"), value: updatedAt && formatDate(updatedAt, locale) }]} />
        <Share title={title} canPrint={false} />
      </article>
    </Page>
  );
}
