import { loadServer } from "../../server/load-server.ts";

/** Serves the build in the current folder, without checking whether it is up to date. */
const { start } = await loadServer();
await start(process.env);
