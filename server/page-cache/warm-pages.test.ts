import { expect, test, vi } from "vitest";
import { startWarmingPages } from "./warm-pages.ts";

test("pages aren't rendered while somebody waits for a check or a publication", async () => {
  const fetchPage = vi.fn(async () => ({ value: { prepare: async () => undefined } }));
  const isBusy = vi.fn(() => true);
  let purge = () => {};
  startWarmingPages({
    site: { render: async () => new Response("<loc>http://site.invalid/a</loc>") },
    pages: { fetch: fetchPage, size: () => ({ bytes: 0 }), updateSize: () => undefined },
    renders: { run: (_sender: string, work: () => unknown) => work() },
    maxBytes: 2 ** 21,
    isStopping: () => false,
    isBusy,
    onPurge: (listener: () => void) => (purge = listener),
  } as unknown as Parameters<typeof startWarmingPages>[0]);
  // The rendering after the start begins five seconds later, and the one after a purge at once.
  purge();
  await expect.poll(() => isBusy.mock.calls.length).toBeGreaterThan(1);
  expect(fetchPage).not.toHaveBeenCalled();
  isBusy.mockReturnValue(false);
  await expect.poll(() => fetchPage.mock.calls.length).toBe(1);
});
