import { loadServer } from "../../server/load-server.ts";

/** Serves the build in the folder it is started in, without looking whether it is current. */
const bytes = process.env["BENCH_PAGE_CACHE_BYTES"];
const { serve } = await loadServer();
await serve(process.env, bytes === undefined ? {} : { pageCacheBytes: Number(bytes) });
