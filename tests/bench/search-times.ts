import { setImmediate } from "node:timers/promises";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import type { ContentIndex } from "../../app/services/content/embedded-api/content-index.ts";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { locales } from "../../app/i18n/locales.ts";
import { watchEventLoop } from "./event-loop.ts";
import { beginnings, createUniqueQuery, queryClasses, type QueryClass } from "./search-queries.ts";

type Timings = { median: number; p99: number; maxBlock: number; times: readonly number[] };

/** Goals in milliseconds, as printed: median, 99th percentile, and longest block of the event loop. */
const goals = "goals: 5, 25, 10";

/** Number of rows of each kind that these pages request. */
const pageSizes = { search: 5, suggestions: 8, list: 12 };

/**
 * Measures searches of every class, suggestions, and lists with a keyword, each `rounds` times through the embedded API.
 * @returns a name and figures for each: median, 99th percentile, and the longest time for which the event loop was blocked
 */
export async function measureSearches(index: ContentIndex, rounds: number): Promise<[string, string][]> {
  const api = createEmbeddedApi(index);
  // A site loads the search soon after its start.
  await index.loadSearch();
  const rows: [string, string][] = [["", "median, p99, longest hold of the event loop, ms"]];

  async function measure(use: keyof typeof pageSizes, queryClass: QueryClass): Promise<Timings> {
    const { locale, queries, isVerbatim, sort } = queryClass;
    const requestedKinds = use === "list" ? kinds.slice(0, 1) : kinds;
    const times: number[] = [];
    const stopWatching = watchEventLoop();
    for (let round = 0; round < rounds; round++) {
      const keyword = createUniqueQuery(queries[round % queries.length]!, round);
      const query = new URLSearchParams({
        keyword,
        pageSize: String(pageSizes[use]),
        ...(isVerbatim && { verbatim: "1" }),
        ...(sort && { sort }),
        ...(use === "suggestions" && { brief: "1" }),
      });
      // Each request has its own turn of the event loop.
      await setImmediate();
      const start = performance.now();
      await Promise.all(
        requestedKinds.map(async (kind) => {
          const address = `http://embedded.invalid/api/${kind}/list?${query}`;
          const response = await api(new Request(address, { headers: { Language: locales[locale].header } }));
          if (response.status !== 200) throw new Error(`status ${response.status} for ${keyword}`);
          await response.text();
        }),
      );
      times.push(performance.now() - start);
    }
    const maxBlock = await stopWatching();
    return { ...computePercentiles(times), maxBlock, times };
  }

  function addRow(name: string, { median, p99, maxBlock }: Omit<Timings, "times">): void {
    const figures = [median, p99, maxBlock].map((time) => time.toFixed(1).padStart(7));
    rows.push([name, `${figures.join("")}   ${goals}`]);
  }

  async function add(name: string, use: keyof typeof pageSizes, queryClass: QueryClass): Promise<Timings> {
    const timings = await measure(use, queryClass);
    addRow(name, timings);
    return timings;
  }

  const searches: Timings[] = [];
  for (const [name, queryClass] of Object.entries(queryClasses)) {
    searches.push(await add(`search, ${name}`, "search", queryClass));
  }
  addRow("search, all classes together", {
    ...computePercentiles(searches.flatMap(({ times }) => times)),
    maxBlock: Math.max(...searches.map(({ maxBlock }) => maxBlock)),
  });
  for (const queryClass of beginnings) await add(`suggestions, ${queryClass.locale}`, "suggestions", queryClass);
  await add("list with a keyword", "list", queryClasses["Chinese name"]!);
  await add("list with a keyword, by title", "list", { ...queryClasses["Chinese name"]!, sort: "title" });
  await add("list with a word in every item", "list", queryClasses["word in every item"]!);
  return rows;
}

/** Returns the median and the 99th percentile. */
export function computePercentiles(times: readonly number[]): { median: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! };
}
