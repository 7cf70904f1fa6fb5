import type { EndpointKey } from "#app/services/api/contract/endpoints.ts";
import { formatCount } from "#scripts/command.ts";

/**
 * Levels of a finding. `tolerated`: the response deviates, but the site can use it. `missing` and `wrong` fail the
 * check where the contract is mandatory.
 */
export const levels = ["fits", "tolerated", "missing", "wrong"] as const;

export type Level = (typeof levels)[number];

/** A line of the report. docs/backend.md describes its fields. */
export type Finding = {
  call: EndpointKey;
  language: string;
  level: Level;
  mandatory: boolean;
  path: string;
  found: string;
  example: string;
  request: string;
  alsoAt: string[];
  times: number;
};

export type Remark = Pick<Finding, "level" | "path" | "found"> & {
  /** Whether the finding fails the check of a mandatory call. @default true for `missing` and `wrong` */
  mandatory?: boolean;
  example?: string;
  request?: object;
};

const maxListedPaths = 20;

export function isFailure({ level, mandatory }: Finding): boolean {
  return mandatory && (level === "missing" || level === "wrong");
}

/** Groups findings by call and language, and merges similar ones. A call without problems keeps one that `fits`. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const byCall = [...Map.groupBy(findings, ({ call }) => call).values()];
  const byLanguage = byCall.flatMap((findingsOfCall) => [
    ...Map.groupBy(findingsOfCall, ({ language }) => language).values(),
  ]);
  return byLanguage.flatMap((group) => {
    const problems = group.filter(({ level }) => level !== "fits");
    if (problems.length > 0) return mergeByPath(problems);
    return [{ ...group[0]!, found: formatCount(group.length, "request"), times: group.length }];
  });
}

function mergeByPath(problems: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(problems, ({ level, path, found }) => {
    const pathPattern = path.replace(/\[\d+\]/g, "[]");
    return [level, pathPattern, pathPattern === path ? found : ""].join("\n");
  });
  return [...groups.values()].map(([first, ...others]) => {
    const places = new Set(others.map(({ path }) => path).filter((path) => path !== first!.path));
    return { ...first!, alsoAt: [...places].slice(0, maxListedPaths), times: others.length + 1 };
  });
}
