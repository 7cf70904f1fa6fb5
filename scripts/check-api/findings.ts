import type { EndpointKey } from "../../app/services/api/contract/endpoints.ts";
import { remarks } from "../../app/services/api/contract/remarks.ts";
import { locales, type Locale } from "../../app/i18n/locales.ts";

/** Levels of a finding. `tolerated`: the site works. `missing` and `wrong` fail the check if the finding is mandatory. */
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

export type Remark = Pick<Finding, "path" | "found"> & {
  level: Exclude<Level, "fits">;
  /** Whether the finding fails the check. @default true for `missing` and `wrong` */
  mandatory?: boolean;
  example?: string;
  request?: object;
};

const maxNamedPlaces = 20;

export function isFailure({ level, mandatory }: Finding): boolean {
  return mandatory && (level === "missing" || level === "wrong");
}

/** Equal findings at several places of a call are merged. */
export function createRecorder(locale: Locale) {
  const { header: language } = locales[locale];
  const requests = new Map<EndpointKey, number>();
  const findings = new Map<string, Finding>();
  const select = (call: EndpointKey) => [...findings.values()].filter((finding) => finding.call === call);

  return {
    countRequest: (call: EndpointKey): void => void requests.set(call, (requests.get(call) ?? 0) + 1),

    report(call: EndpointKey, { request, example = "", mandatory = true, ...remark }: Remark): void {
      const { level, path, found } = remark;
      const place = path.replace(/\[\d+\]/g, "[]");
      const group = [call, level, place, place === path ? found : ""].join("\n");
      const earlier = findings.get(group);
      if (earlier) {
        earlier.times++;
        const isNamed = earlier.path === path || earlier.alsoAt.includes(path);
        if (!isNamed && earlier.alsoAt.length < maxNamedPlaces) earlier.alsoAt.push(path);
        return;
      }
      const isMandatory = mandatory && level !== "tolerated" && !remarks[call].isOptional;
      const asked = request ? JSON.stringify(request) : "";
      const finding = { call, language, ...remark, mandatory: isMandatory, example, request: asked };
      findings.set(group, { ...finding, alsoAt: [], times: 1 });
    },

    /** Whether a call fails the check already. What would follow from that isn't reported. */
    hasFailed: (call: EndpointKey): boolean => select(call).some(isFailure),

    /** A call without findings gets one of the level `fits`. */
    list: (): Finding[] =>
      [...requests].flatMap(([call, times]) => {
        const ownFindings = select(call);
        if (ownFindings.length > 0) return ownFindings;
        const found = `${times} ${times === 1 ? "request" : "requests"}`;
        const fit = { call, language, level: "fits", path: "data", found, example: "", request: "" } as const;
        return [{ ...fit, mandatory: !remarks[call].isOptional, alsoAt: [], times }];
      }),
  };
}
