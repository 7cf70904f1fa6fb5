import type { EndpointKey } from "../../app/services/api/contract/endpoints.ts";
import { localeCodes, locales } from "../../app/i18n/locales.ts";
import type { Probe } from "./probe.ts";
import { formatExcerpt } from "./shape.ts";

/** Rows of each call in one language. */
export type TitledRows = Map<EndpointKey, readonly { id: string; title?: string; lang?: string }[]>;

/** Checks that titles differ from those in the first language or have `lang`. */
export function compareLanguages(probe: Probe, first: TitledRows, other: TitledRows): void {
  for (const [key, rows] of other) {
    const pairs = rows.flatMap((row, index) => {
      const counterpart = first.get(key)?.find(({ id }) => id === row.id);
      return counterpart?.title && row.title ? [{ row, counterpart, index }] : [];
    });
    const equal = pairs.filter(
      ({ row, counterpart }) => row.title === counterpart.title && !row.lang && !counterpart.lang,
    );
    const areAll = equal.length === pairs.length;
    for (const { row, index } of equal) {
      const found = `${formatExcerpt(row.title)}, the same in every language${areAll ? ", as is every title" : ""}, and no lang`;
      const example = `a title in the language asked for, or "lang":"${locales[localeCodes[0]!].language}" beside it`;
      const path = key === "setting.list" ? "data.siteName" : `${probe.getPath(rows, index)}.title`;
      probe.report(key, { level: areAll ? "wrong" : "tolerated", path, found, example });
    }
  }
}
