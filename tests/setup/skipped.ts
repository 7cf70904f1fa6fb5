/** Returns the name of a test or group, with the reason if it is skipped. */
export function formatName(name: string, reason: string | undefined): string {
  return reason ? `${name} (skipped: ${reason})` : name;
}
