import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Caller } from "#app/services/api/contract/caller.ts";

export type Sender = {
  /** An IPv4 address, or an IPv6 /64 network, the smallest that one customer has. */
  address: string;
  /** The IPv6 /48 network, the largest that one customer has. */
  network?: string;
};

/** An IPv4-mapped IPv6 address counts as IPv4; all invalid addresses are one sender. */
export function getSender(address: string): Sender {
  const [text = ""] = address
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .split("%");
  // Node checks the text, because the library accepts short forms such as 1.2.3.
  if (isIP(text) === 0) return { address: "unknown" };
  const ip = ipaddr.process(text);
  if (!("parts" in ip)) return { address: ip.toString() };
  const groups = ip.parts.map((group) => group.toString(16));
  return { address: `${groups.slice(0, 4).join(":")}::/64`, network: `${groups.slice(0, 3).join(":")}::/48` };
}

/** Completes what is known of a request with its sender's network. */
export function createCaller<Known extends Omit<Caller, "network">>(known: Known): Known & Caller {
  const { address, network = address } = getSender(known.address);
  return { ...known, network };
}
