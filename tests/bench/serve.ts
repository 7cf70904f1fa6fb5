import { readEnvironment } from "../../app/platform/environment.ts";
import { serve } from "../../server/serve.ts";

/** Serves the build in the folder it is started in, without looking whether it is current. */
const bytes = process.env["BENCH_PAGE_CACHE_BYTES"];
await serve(readEnvironment(process.env), bytes === undefined ? {} : { pageCacheBytes: Number(bytes) });
