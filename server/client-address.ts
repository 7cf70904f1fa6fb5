import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Tells where a request comes from. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Where a request comes from: the address of the connection, or where that is a trusted proxy, what the proxy says, read
 * from the end of `X-Forwarded-For` up to the first address that isn't trusted. What a client writes there is not believed.
 * @param trusted addresses and networks (`10.0.0.0/8`) of `TRUST_PROXY`
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const isProxy = (address: string) => proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  return (request) => {
    const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
    let address = plain(request.socket.remoteAddress ?? "");
    while (isProxy(address) && forwarded.length > 0) {
      const before = plain(forwarded.pop()!.trim());
      if (isIP(before) === 0) break;
      address = before;
    }
    return address;
  };
}

/** An IPv4 address as such, where the connection writes it as an IPv6 one. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
