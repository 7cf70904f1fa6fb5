import { editDistance } from "./edit-distance.ts";

/** Finds the name that was probably meant; `undefined` if none is similar. */
export function findNearest(name: string, names: Iterable<string>): string | undefined {
  const candidates = [...names];
  const target = normalise(name);
  const maxDistance = Math.min(4, Math.floor(target.length / 3));
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: editDistance(target, normalise(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  if (best && best.distance <= maxDistance) return best.candidate;
  // Somebody may write `roots` for `pieces/roots`.
  const matches = candidates.filter((candidate) => normalise(candidate.split("/").at(-1)!) === target);
  return matches.length === 1 ? matches[0] : undefined;
}

/**
 * Finds the path that was probably meant. The last parts are compared first, because long addresses of a kind are similar
 * even if their ids have nothing in common.
 */
export function findNearestPath(path: string, paths: Iterable<string>): string | undefined {
  const all = [...paths];
  const [parent, id] = splitPath(path);
  const siblings = all.filter((one) => splitPath(one)[0].toLowerCase() === parent.toLowerCase());
  const nearestId = findNearest(
    id,
    siblings.map((one) => splitPath(one)[1]),
  );
  const sibling = nearestId && siblings.find((one) => splitPath(one)[1] === nearestId);
  const nearest = parent === "/" || siblings.length === 0 ? findNearest(path, all) : sibling;
  // Somebody may write `/product/huang-qi` for `/product/info/huang-qi`, and `/contact` for `/contact-us`.
  return (
    nearest ??
    findOnly(all, (one) => one.startsWith(parent) && one.endsWith(`/${id}`)) ??
    findOnly(all, (one) => one.startsWith(`${path}-`))
  );
}

/** Finds the only text that passes a test. */
function findOnly(texts: readonly string[], test: (text: string) => boolean): string | undefined {
  const [match, ...others] = texts.filter(test);
  return others.length === 0 ? match : undefined;
}

function splitPath(path: string): [parent: string, id: string] {
  const trimmed = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  const end = trimmed.lastIndexOf("/") + 1;
  return [trimmed.slice(0, end), trimmed.slice(end)];
}

/** Returns `: did you mean x?` to append to a sentence; an empty text if no name is similar. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = findNearest(name, names);
  return nearest === undefined ? "" : `: did you mean ${nearest}?`;
}

/** `Huang Qi`, `huang_qi` and `huang-qi` are equal. */
function normalise(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
}
