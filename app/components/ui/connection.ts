type Connection = { saveData: boolean; effectiveType: string };

/** What Chromium tells of the visitor's connection. */
export const connection = (globalThis.navigator as { connection?: Connection } | undefined)?.connection;
