/** Pages of the desk run no scripts. @param frames source of what they may frame */
export function createDeskPolicy(frames = "'none'"): string {
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; frame-src ${frames}; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;
}
