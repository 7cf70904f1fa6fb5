import { openContentIndex, type ContentIndex } from "./content-index.ts";
import { createGuard } from "./guarded-content.ts";
import { createEmbeddedApi, type EmbeddedApi, type ShownItems, type Writes } from "./request-handler.ts";
import { watchSchedule } from "./schedule.ts";

const searchLoadDelayMs = 1000;

type Options = {
  guardedRoutes: readonly string[];
  /** Non-public items that have a page; none if missing. */
  shownItems?: ShownItems | undefined;
  writes: Writes;
  /** IANA name of the company's time zone. */
  timeZone?: string | undefined;
};

/**
 * Opens content that can be replaced. Calls in progress finish with the old content, which is closed after the last of
 * them.
 */
export function openLiveContent(file: string, { guardedRoutes, shownItems, writes, timeZone }: Options) {
  const guard = createGuard(guardedRoutes);
  let current = open(file);
  let reschedule: (() => void) | undefined;

  function open(path: string) {
    const index = openContentIndex(path, { timeZone });
    // The public index omits guarded items. It is opened only if there are guarded routes.
    const publicIndex =
      guardedRoutes.length > 0 ? openContentIndex(path, { timeZone, excludedItems: guard.items }) : undefined;
    const indexes = [index, publicIndex].filter((openIndex) => openIndex !== undefined);
    return {
      index,
      indexes,
      api: createEmbeddedApi(index, writes, { guarded: publicIndex && { guard, publicIndex }, shownItems }),
      close: () => indexes.forEach((openIndex) => openIndex.close()),
      calls: 0,
    };
  }

  /** Loads the search after a delay, because loading it blocks the process for 50 to 100 ms. */
  function loadSearchSoon(): void {
    // A failure is ignored here, because each search then fails and logs it.
    const load = () => current.indexes.forEach((index) => void index.loadSearch().catch(() => undefined));
    setTimeout(load, searchLoadDelayMs).unref();
  }

  const embeddedApi: EmbeddedApi = async (request, options) => {
    const content = current;
    content.calls++;
    try {
      return await content.api(request, options);
    } finally {
      content.calls--;
      if (content !== current && content.calls === 0) content.close();
    }
  };

  return {
    embeddedApi,

    /** Returns the current index, for synchronous calls. */
    getIndex: (): ContentIndex => current.index,

    /** Replaces the content. @throws Error if the index can't be opened; the current content stays */
    replace(path: string): void {
      const previousContent = current;
      current = open(path);
      if (previousContent.calls === 0) previousContent.close();
      if (!reschedule) return;
      reschedule();
      loadSearchSoon();
    },

    /** Calls `onChange` when an item becomes visible or hidden. */
    start(onChange: () => void): void {
      reschedule = watchSchedule({ getNextChange: () => current.index.getNextChange() }, onChange);
      loadSearchSoon();
    },
  };
}
