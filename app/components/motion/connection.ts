type Connection = { saveData: boolean; effectiveType: string };

/** The visitor's connection, by the Network Information API, which only Chromium has. */
export const connection = (globalThis.navigator as { connection?: Connection } | undefined)?.connection;
