import { loadServer } from "../../server/load-server.ts";

/** Serves the build in the folder it is started in, without looking whether it is current. */
const { start } = await loadServer();
await start(process.env);
