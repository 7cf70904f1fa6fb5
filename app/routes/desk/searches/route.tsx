import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { Route } from "./+types/route";
import { getDesk } from "#app/http/desk-context.ts";
import { readRedirects } from "#app/services/content/files/redirects.ts";
import { listMissedWords, normalisePath } from "#app/services/submissions/missed-searches.ts";
import { DeskPage, Table } from "#app/routes/desk/frame/page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { desk, ownerTexts } = getDesk(context);
  const canRedirect = desk.publishing !== undefined;
  const redirectedAddresses = new Set(
    canRedirect ? readRedirects(desk.environment.CONTENT_DIR).map(({ from }) => from) : [],
  );
  const [words, addresses] = await Promise.all([
    listMissedWords(desk.database),
    listMissedWords(desk.database, "missed_address"),
  ]);
  const format = (missed: typeof words) =>
    missed.map(({ word, count, last }) => ({ word, count: ownerTexts.formatNumber(count), last }));
  // Omits redirected URLs, and kinds of URLs that only earlier versions counted.
  const openAddresses = addresses.filter(
    ({ word }) => !redirectedAddresses.has(word) && normalisePath(word) !== undefined,
  );
  return { canRedirect, words: format(words), addresses: format(openAddresses) };
}

export default function Searches({ loaderData: { canRedirect, words, addresses } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  const createHeadings = (first: string) => [first, t("desk.searches.count"), t("desk.searches.last")];
  return (
    <DeskPage title={t("desk.searches.title")}>
      <p className="note">{t(words.length > 0 ? "desk.searches.lead" : "desk.searches.none")}</p>
      {words.length > 0 && (
        <Table
          headings={createHeadings(t("desk.searches.word"))}
          rows={words.map(({ word, count, last }) => ({ key: word, cells: [word, count, last] }))}
        />
      )}
      {addresses.length > 0 && (
        <section>
          <h2>{t("desk.searches.addresses")}</h2>
          <p className="note">{t("desk.searches.addressesLead")}</p>
          <Table
            headings={createHeadings(t("desk.searches.address"))}
            rows={addresses.map(({ word, count, last }) => ({
              key: word,
              cells: [canRedirect ? <RedirectLink key={word} from={word} /> : word, count, last],
            }))}
          />
        </section>
      )}
    </DeskPage>
  );
}

function RedirectLink({ from }: { from: string }) {
  const { t } = useTranslation("owner");
  return (
    <span className="address">
      {from}{" "}
      <a className="beside" href={`${href("/desk/redirect")}?${new URLSearchParams({ from })}`}>
        {t("desk.searches.leadTo")}
      </a>
    </span>
  );
}
