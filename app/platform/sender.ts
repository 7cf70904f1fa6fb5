import { isIPv4, isIPv6 } from "node:net";

/** Who counts as one sender, and the wider network that many senders of one person may come from. */
export type Sender = {
  /** An IPv4 address, or the /64 of an IPv6 one: a single customer has all the addresses of it. */
  address: string;
  /** The /48 of an IPv6 address: most that one customer is given. */
  network?: string;
};

/**
 * The sender that an address belongs to. An IPv4 address that is written as an IPv6 one is that IPv4 address; whatever is no
 * address at all is one sender.
 */
export function senderOf(address: string): Sender {
  const [text = ""] = address
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .split("%");
  if (isIPv4(text)) return { address: text };
  if (!isIPv6(text)) return { address: "unknown" };
  const groups = groupsOf(text);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return { address: [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join(".") };
  }
  const prefix = (count: number) =>
    groups
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(":");
  return { address: `${prefix(4)}::/64`, network: `${prefix(3)}::/48` };
}

/** The eight groups of a valid IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const before = numbersOf(head);
  if (tail === undefined) return before;
  const after = numbersOf(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function numbersOf(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a, b, c, d] = group.split(".").map(Number) as [number, number, number, number];
    return [a * 256 + b, c * 256 + d];
  });
}
