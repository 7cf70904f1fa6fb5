import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { describeRelease } from "./data.server.ts";

type DescribedRelease = ReturnType<typeof describeRelease>;

type UndoRow = { undo: { account: string; time: string; to: string } };

/** @param part part whose versions the rows link to */
export function ReleaseRows({ releases, part }: { releases: readonly (DescribedRelease | UndoRow)[]; part?: string }) {
  const { t } = useTranslation("owner");
  const getAddress = (id: string) =>
    part === undefined
      ? href("/desk/releases/:id", { id })
      : `${href("/desk/history")}?${new URLSearchParams({ part, release: id })}`;
  const summarize = (count: number, names: readonly string[]) => {
    if (names.length === 0) return t("desk.releases.count", { count });
    return names.length < count ? t("desk.releases.some", { names, count }) : t("desk.releases.names", { names });
  };
  return (
    <ul className="rows">
      {releases.map((row) => {
        if ("undo" in row) return <li key={row.undo.time}>{t("desk.releases.undo", row.undo)}</li>;
        const { id, time, by, isCurrent, count, names } = row;
        return (
          <li key={id}>
            <a href={getAddress(id)}>{t("desk.releases.row", { time, by })}</a>
            {isCurrent && <strong>{t("desk.releases.current")}</strong>}
            {part === undefined && <span className="note">{summarize(count, names)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
