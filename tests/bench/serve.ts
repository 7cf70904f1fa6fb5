import { loadServer } from "../../server/build.ts";

/** Serves the build in the current folder. Neither the build nor the content is brought up to date. */
const { serve } = await loadServer();
await serve(process.env);
