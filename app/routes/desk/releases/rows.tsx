import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { describeRelease } from "./data.server.ts";

type ShownRelease = ReturnType<typeof describeRelease>;

/** @param part whose history they are; each leads to the part as it was then */
export function ReleaseRows({ releases, part }: { releases: readonly ShownRelease[]; part?: string }) {
  const { t } = useTranslation("owner");
  const getAddress = (id: string) =>
    part === undefined
      ? href("/desk/releases/:id", { id })
      : `${href("/desk/history")}?${new URLSearchParams({ part, release: id })}`;
  return (
    <ul className="rows">
      {releases.map(({ id, time, by, isCurrent, count, names }) => (
        <li key={id}>
          <a href={getAddress(id)}>{t("desk.releases.row", { time, by })}</a>
          {isCurrent && <strong>{t("desk.releases.current")}</strong>}
          {part === undefined && (
            <span className="note">
              {[t("desk.releases.count", { count }), names.length > 0 && t("desk.releases.names", { names })]
                .filter(Boolean)
                .join(" · ")}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
