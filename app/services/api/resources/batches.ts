import type { EndpointInput } from "../contract/endpoints.ts";
import type { Batch, BatchRow } from "../contract/batches.ts";
import type { ReadCall } from "../api.ts";
import { readAllPages } from "./all-pages.ts";

/** Creates the calls for batches. If a backend doesn't have these optional calls, there are no batches. */
export function createBatchesResource(read: ReadCall) {
  const list = (query: EndpointInput<"batch.list">) => read("batch.list", query);
  // The input is always the same, so the response is cached, and a backend without batches isn't asked for every product.
  const isInUse = async () => (await list({})).rows.length > 0;

  return {
    list,
    isInUse,

    /** Loads the rows of all batches, the newest thousand at most. */
    all: (): Promise<BatchRow[]> => readAllPages(list),

    /** Loads the newest batches of a product. */
    ofProduct: async (product: string, pageSize: number): Promise<BatchRow[]> =>
      (await isInUse()) ? (await list({ product, pageSize })).rows.slice(0, pageSize) : [],

    info: (number: string): Promise<Batch> => read("batch.info", { id: number }),
  };
}
