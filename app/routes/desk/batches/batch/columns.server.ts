import { z } from "zod";
import { localeCodes } from "#app/i18n/locales.ts";
import type { PastedRow } from "#app/services/api/contract/pasted-table.ts";
import type { Desk } from "#app/services/desk/desk.ts";
import { columnRoles, suggestColumns, type RoleNames } from "#app/services/desk/items/lab-table.ts";

/** Texts of the desk that a role is named by, in all languages. */
export const listRoleNames = ({ texts }: Desk): RoleNames =>
  new Map(
    columnRoles.flatMap((role) =>
      localeCodes.map((code) => [texts[code].t(`desk.batch.roles.${role}`).toLowerCase(), role] as const),
    ),
  );

export type Columns = ReturnType<typeof readColumns>;

/** Reads the columns that were chosen for this heading, or else suggests some. */
export function readColumns(desk: Desk, table: readonly PastedRow[], fields: URLSearchParams) {
  const suggested = suggestColumns(table, listRoleNames(desk), desk.listColumns());
  const roles = z.array(z.enum(columnRoles)).safeParse(fields.getAll("column")).data ?? [];
  const isChosen = fields.get("heading") === suggested.heading && roles.length === suggested.roles.length;
  const choice = isChosen ? { roles, hasHeading: fields.has("hasHeading") } : {};
  return { ...suggested, ...choice, isChosen, options: columnRoles, cells: table.map(({ cells }) => cells) };
}
