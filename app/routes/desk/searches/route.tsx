import { useTranslation } from "react-i18next";
import { getDesk } from "#app/http/desk-context.ts";
import { DeskPage, Table } from "#app/routes/desk/frame/page.tsx";
import { listMissedWords } from "#app/services/submissions/inbox/missed-searches.ts";
import type { Route } from "./+types/route";

export async function loader({ context }: Route.LoaderArgs) {
  const { desk, ownerTexts } = getDesk(context);
  const words = await listMissedWords(desk.database);
  return { words: words.map(({ word, count, last }) => ({ word, count: ownerTexts.formatNumber(count), last })) };
}

export default function Searches({ loaderData: { words } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.searches.title")}>
      <p className="note">{t(words.length > 0 ? "desk.searches.lead" : "desk.searches.none")}</p>
      {words.length > 0 && (
        <Table
          headings={[t("desk.searches.word"), t("desk.searches.count"), t("desk.searches.last")]}
          rows={words.map(({ word, count, last }) => [word, count, last])}
        />
      )}
    </DeskPage>
  );
}
