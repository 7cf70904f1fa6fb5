import { isIPv4, isIPv6 } from "node:net";

/** A sender, and the larger network from which one person may use the addresses of many senders. */
export type Sender = {
  /** An IPv4 address, or the /64 network of an IPv6 one, because a single customer has all its addresses. */
  address: string;
  /** The /48 network of an IPv6 address, the largest that one customer gets. */
  network?: string;
};

/**
 * Returns the sender of an address. An IPv4-mapped IPv6 address counts as IPv4. All invalid addresses are one sender.
 */
export function getSender(address: string): Sender {
  const [text = ""] = address
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .split("%");
  if (isIPv4(text)) return { address: text };
  if (!isIPv6(text)) return { address: "unknown" };
  const groups = parseGroups(text);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return { address: [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join(".") };
  }
  const getPrefix = (count: number) =>
    groups
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(":");
  return { address: `${getPrefix(4)}::/64`, network: `${getPrefix(3)}::/48` };
}

/** Parses the eight groups of a valid IPv6 address. */
function parseGroups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const headGroups = parseNumbers(head);
  if (tail === undefined) return headGroups;
  const after = parseNumbers(tail);
  return [...headGroups, ...Array<number>(8 - headGroups.length - after.length).fill(0), ...after];
}

function parseNumbers(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a, b, c, d] = group.split(".").map(Number) as [number, number, number, number];
    return [a * 256 + b, c * 256 + d];
  });
}
