/**
 * Splits the address of a database with several hosts, `postgres://user:password@a:5432,b/site`, into an address for each of
 * them. `URL` can't parse such an address.
 */
export function splitHosts(address: string): string[] {
  const parts = /^(?<scheme>[\w+.-]+:\/\/)(?<login>[^/?#]*@)?(?<hosts>[^/?#]*)(?<rest>.*)$/s.exec(address)?.groups;
  if (!parts) return [address];
  const { scheme = "", login = "", hosts = "", rest = "" } = parts;
  return hosts.split(",").map((host) => `${scheme}${login}${host}${rest}`);
}
