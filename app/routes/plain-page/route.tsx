import { Page } from "#app/components/layout/page.tsx";
import { getLocalesByLanguages } from "#app/i18n/locales.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import type { Handle } from "#app/handle.ts";
import type { Route } from "./+types/route";
import { notFound, redirectTo } from "#app/http/responses.ts";
import { createPageData, createPageMeta } from "#app/components/meta/page-meta.ts";
import { getApi } from "#app/http/request-context.ts";
import { readId } from "#app/http/params.ts";
import { Article } from "./article.tsx";

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
