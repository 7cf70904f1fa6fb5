import type { EndpointKey } from "../../app/services/api/contract/endpoints.ts";
import { remarks } from "../../app/services/api/contract/remarks.ts";
import { locales, type Locale } from "../../app/i18n/locales.ts";

/**
 * Levels of a finding. `fits`: no problem. `tolerated`: the site works, with the loss that `found` describes. `missing` and
 * `wrong` fail the check if the finding is mandatory.
 */
export const levels = ["fits", "tolerated", "missing", "wrong"] as const;

export type Level = (typeof levels)[number];

export type Finding = {
  call: EndpointKey;
  /** The `Language` header of the request. */
  language: string;
  level: Level;
  /** Whether the finding can fail the check. */
  mandatory: boolean;
  /** Path in the envelope, such as `data.rows[3].cover.src`; `answer` if there is no envelope. */
  path: string;
  /** The value found, and how the site treats it. */
  found: string;
  /** Example of a valid value. */
  example: string;
  /** Query or body of the request. */
  request: string;
  /** Other places with the same finding, up to a maximum. */
  alsoAt: string[];
  /** Number of places with this finding. */
  times: number;
};

/** A finding of a check. The recorder adds what is known about the call. */
export type Remark = Pick<Finding, "path" | "found"> & {
  level: Exclude<Level, "fits">;
  /** Whether the finding fails the check. @default true for `missing` and `wrong` */
  mandatory?: boolean;
  example?: string;
  request?: object;
};

const maxNamedPlaces = 20;

export type Recorder = ReturnType<typeof createRecorder>;

/** Creates the recorder of findings. Equal findings at several places of a call are merged. */
export function createRecorder() {
  const findings = new Map<string, Finding>();
  const requests = new Map<string, number>();
  const places = new Map<string, Set<string>>();
  const formatName = (call: EndpointKey, locale: Locale) => `${call} ${locales[locale].header}`;

  return {
    /** Counts a request. */
    count(call: EndpointKey, locale: Locale): void {
      const name = formatName(call, locale);
      requests.set(name, (requests.get(name) ?? 0) + 1);
    },

    /** Whether a call was made. */
    wasCalled: (call: EndpointKey, locale: Locale) => requests.has(formatName(call, locale)),

    add(call: EndpointKey, locale: Locale, remark: Remark): void {
      const { level, path, found, example = "", request } = remark;
      const name = formatName(call, locale);
      places.set(name, (places.get(name) ?? new Set()).add(path));
      const group = [
        formatName(call, locale),
        level,
        path.replace(/\[\d+\]/g, "[]"),
        path.includes("[") ? "" : found,
      ].join(" ");
      const existingFinding = findings.get(group);
      if (existingFinding) {
        existingFinding.times++;
        if (
          existingFinding.path !== path &&
          !existingFinding.alsoAt.includes(path) &&
          existingFinding.alsoAt.length < maxNamedPlaces
        )
          existingFinding.alsoAt.push(path);
        return;
      }
      const isFailure = level !== "tolerated" && !remarks[call].isOptional;
      findings.set(group, {
        call,
        language: locales[locale].header,
        level,
        mandatory: isFailure && remark.mandatory !== false,
        path,
        found,
        example,
        request: request ? JSON.stringify(request) : "",
        alsoAt: [],
        times: 1,
      });
    },

    /** Whether a finding exists at a path or below it. Its consequences needn't be reported. */
    hasFinding(call: EndpointKey, locale: Locale, path: string): boolean {
      return [...(places.get(formatName(call, locale)) ?? [])].some(
        (foundPath) => foundPath.startsWith(path) && /^($|[.[])/.test(foundPath.slice(path.length)),
      );
    },

    /** Returns all findings in the order of the calls. A call without findings gets one of the level `fits`. */
    list(): Finding[] {
      return [...requests].flatMap(([name, times]) => {
        const [call, language] = name.split(" ") as [EndpointKey, string];
        const ownFindings = [...findings.values()].filter(
          (finding) => finding.call === call && finding.language === language,
        );
        return ownFindings.length > 0 ? ownFindings : [createFit(call, language, times)];
      });
    },
  };
}

function createFit(call: EndpointKey, language: string, times: number): Finding {
  const found = `${times} ${times === 1 ? "request" : "requests"}`;
  const emptyFinding = { example: "", request: "", alsoAt: [], times };
  return { call, language, level: "fits", mandatory: !remarks[call].isOptional, path: "data", found, ...emptyFinding };
}
