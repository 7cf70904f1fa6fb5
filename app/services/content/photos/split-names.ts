import { readdirSync } from "node:fs";
import type { CreateProblem, Problem } from "../checks/problem.ts";

/**
 * Finds names of files with a comma in a gallery. YAML reads `[a, b.jpg]` as two entries.
 * @returns the entries, with `null` for those that are reported
 */
export function findSplitNames(
  value: unknown,
  folder: string,
  createProblem: CreateProblem,
): { gallery: unknown[]; problems: Problem[] } {
  const gallery = Array.isArray(value) ? [...(value as unknown[])] : [];
  const problems: Problem[] = [];
  // Most galleries have no photo, so the folder needn't be read.
  if (!gallery.some((entry) => typeof entry === "string" && entry.includes("."))) return { gallery, problems };
  for (const name of readdirSync(folder).filter((one) => one.includes(","))) {
    const parts = name
      .normalize()
      .split(",")
      .map((part) => part.trim());
    const start = gallery.findIndex((_entry, index) =>
      parts.every((part, place) => String(gallery[index + place]).normalize() === part),
    );
    if (start < 0) continue;
    gallery.fill(null, start, start + parts.length);
    problems.push(createProblem(["gallery", start], `the name ${name} has a comma: put it between quotes, "${name}"`));
  }
  return { gallery, problems };
}
