type Connection = { saveData: boolean; effectiveType: string };

/** The visitor's connection, in Chromium (Network Information). */
export const connection = (globalThis.navigator as { connection?: Connection } | undefined)?.connection;
