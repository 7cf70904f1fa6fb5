import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import { TableHead } from "#app/components/ui/table-head.tsx";
import type { loadFrame } from "./data.server.ts";

/** @returns `undefined` on error pages outside the desk's layout */
export const useFrameData = () => useRouteLoaderData<typeof loadFrame>("desk");

type DeskPageProps = {
  title: string;
  /** Whether the content, an embedded page, fills the window. */
  hasFullHeight?: boolean;
  problem?: string | undefined;
  children?: ReactNode;
};

export function DeskPage({ title, hasFullHeight = false, problem, children }: DeskPageProps) {
  const { t } = useTranslation("owner");
  const notice = useFrameData()?.notice;
  return (
    <main className={hasFullHeight ? "frame" : undefined}>
      <title>{`${problem ? t("desk.problemTitle") : ""}${title} · ${t("desk.name")}`}</title>
      <h1 className={hasFullHeight ? "visually-hidden" : undefined}>{title}</h1>
      {notice && (
        <p className="notice" role="status">
          {t(`desk.notices.${notice}`)}
        </p>
      )}
      {problem && (
        <p className="notice problem" role="alert">
          {problem}
        </p>
      )}
      {children}
    </main>
  );
}

type RowSectionProps = { id?: string; title: string; lead?: string; children: ReactNode };

/** Renders a heading above rows. */
export function RowSection({ id, title, lead, children }: RowSectionProps) {
  return (
    <section id={id}>
      <h2>{title}</h2>
      {lead && <p className="note">{lead}</p>}
      <ul className="rows">{children}</ul>
    </section>
  );
}

/** Renders a row that is a link. */
export function LinkRow({ to, children }: { to: string | undefined; children: ReactNode }) {
  return (
    <li>
      <a href={to}>{children}</a>
    </li>
  );
}

type TableProps = { headings: readonly string[]; rows: readonly (readonly ReactNode[])[] };

export function Table({ headings, rows }: TableProps) {
  return (
    <table>
      <TableHead headings={headings} />
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, index) => (
              <td key={headings[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
