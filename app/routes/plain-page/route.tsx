import { useTranslation } from "react-i18next";
import { Attachments, FactList, OtherLanguage } from "#app/components/item/page-sections.tsx";
import { RichText } from "#app/components/item/rich-text.tsx";
import { Share } from "#app/components/item/share.tsx";
import { createPageData, createPageMeta } from "#app/components/meta/page-meta.ts";
import { useLocale } from "#app/components/ui/page-data.ts";
import { Page } from "#app/components/ui/page.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import type { Handle } from "#app/handle.ts";
import { readId } from "#app/http/params.ts";
import { getApi } from "#app/http/request-context.ts";
import { notFound, redirectTo } from "#app/http/responses.ts";
import { formatDate } from "#app/i18n/format.ts";
import { getLocalesByLanguages } from "#app/i18n/locales.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import type { Route } from "./+types/route";
import styles from "./plain-page.module.css";

export const handle = { messages: ["info"], query: [] } satisfies Handle;

export async function loader(args: Route.LoaderArgs) {
  const { context, params } = args;
  const id = readId(params.slug);
  if (!id) throw notFound(args);
  const page = await getApi(context).pages.info(id);
  if (page.path?.startsWith("/")) throw redirectTo(localizePath(page.path, splitLocale(args.url.pathname).locale));
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

export default function PlainPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Page title={page.title} lead={page.summary} lang={page.lang}>
      <Article page={page} />
    </Page>
  );
}

function Article({ page }: Pick<Route.ComponentProps["loaderData"], "page">) {
  const { t } = useTranslation("info");
  const locale = useLocale();
  const { title, cover, lang, body, attachments, updatedAt } = page;
  const { html, titles } = addSectionIds(body ?? "");
  return (
    <div className={styles["layout"]}>
      {titles.length > 1 && <Contents titles={titles} lang={lang} />}
      <article className={styles["article"]}>
        <OtherLanguage lang={lang} />
        {cover && (
          <div className={styles["cover"]}>
            <Picture image={cover} alt={cover.alt ?? ""} shownWidth="aside" isFirst />
          </div>
        )}
        {html && <RichText html={html} lang={lang} />}
        <Attachments files={attachments} />
        <FactList rows={[{ label: t("updated"), value: updatedAt && formatDate(updatedAt, locale) }]} />
        <Share title={title} />
      </article>
    </div>
  );
}

/** Gives each section an id. `titles`: the sections' titles as HTML without tags, for the text of links. */
function addSectionIds(body: string) {
  const titles: string[] = [];
  const [before = "", ...sections] = body.split("<h2>");
  const numberedSections = sections.map((section) => {
    const number = titles.push(section.split("</h2>")[0]!.replace(/<[^<>]*>/g, ""));
    return `<h2 id="section-${number}">${section}`;
  });
  return { html: before + numberedSections.join(""), titles };
}

function Contents({ titles, lang }: { titles: string[]; lang: string | undefined }) {
  const { t } = useTranslation("info");
  return (
    <nav className={`${styles["contents"]} no-print`} aria-label={t("contents")}>
      <ul lang={lang}>
        {titles.map((title, index) => (
          <li key={title}>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is HTML */}
            <a className="tall-link" href={`#section-${index + 1}`} dangerouslySetInnerHTML={{ __html: title }} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
