type Connection = { saveData: boolean; effectiveType: string };

/** Chromium's Network Information: the visitor's connection. */
export const connection = (globalThis.navigator as { connection?: Connection } | undefined)?.connection;
