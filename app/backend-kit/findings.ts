import type { EndpointKey } from "../contract/endpoints.ts";
import { remarks } from "../contract/remarks.ts";
import { locales, type Locale } from "../i18n/locales.ts";

/** `tolerated`: the site copes, at a cost that is said. `missing` and `wrong` fail the check where they are mandatory. */
export const levels = ["fits", "tolerated", "missing", "wrong"] as const;

export type Level = (typeof levels)[number];

export type Finding = {
  call: EndpointKey;
  /** The `Language` header that was sent. */
  language: string;
  level: Level;
  /** Whether the backend fails the check by it. */
  mandatory: boolean;
  /** From the envelope down, as in `data.rows[3].cover.src`; `answer` where there is no envelope. */
  path: string;
  /** What there was, and what the site makes of it. */
  found: string;
  /** An example of what fits. */
  example: string;
  /** What was asked: the query or the body. */
  request: string;
  /** The same at other places, the first few of them. */
  alsoAt: string[];
  /** At how many places it is. */
  times: number;
};

/** What a check says of an answer; the rest is known from the call. */
export type Remark = Pick<Finding, "path" | "found"> & {
  level: Exclude<Level, "fits">;
  /** Whether it fails the check; by default whether it is missing or wrong. */
  mandatory?: boolean;
  example?: string;
  request?: object;
};

const placesNamed = 20;

export type Recorder = ReturnType<typeof createRecorder>;

/** Collects findings: the same at several places of one call is one. */
export function createRecorder() {
  const findings = new Map<string, Finding>();
  const requests = new Map<string, number>();
  const places = new Map<string, Set<string>>();
  const nameOf = (call: EndpointKey, locale: Locale) => `${call} ${locales[locale].header}`;

  return {
    /** Notes that a call was made. */
    count(call: EndpointKey, locale: Locale): void {
      const name = nameOf(call, locale);
      requests.set(name, (requests.get(name) ?? 0) + 1);
    },

    /** Whether a call was made. */
    isTried: (call: EndpointKey, locale: Locale) => requests.has(nameOf(call, locale)),

    add(call: EndpointKey, locale: Locale, remark: Remark): void {
      const { level, path, found, example = "", request } = remark;
      const name = nameOf(call, locale);
      places.set(name, (places.get(name) ?? new Set()).add(path));
      const group = [nameOf(call, locale), level, path.replace(/\[\d+\]/g, "[]"), path.includes("[") ? "" : found].join(
        " ",
      );
      const known = findings.get(group);
      if (known) {
        known.times++;
        if (known.path !== path && !known.alsoAt.includes(path) && known.alsoAt.length < placesNamed)
          known.alsoAt.push(path);
        return;
      }
      const isFailure = level !== "tolerated" && !remarks[call].isOptional;
      findings.set(group, {
        ...{ call, language: locales[locale].header, level, mandatory: isFailure && remark.mandatory !== false },
        ...{ path, found, example, request: request ? JSON.stringify(request) : "", alsoAt: [], times: 1 },
      });
    },

    /** Whether something was found at a path or within it: what follows from that needn't be said. */
    isNoted(call: EndpointKey, locale: Locale, path: string): boolean {
      return [...(places.get(nameOf(call, locale)) ?? [])].some(
        (one) => one.startsWith(path) && /^($|[.[])/.test(one.slice(path.length)),
      );
    },

    /** All findings; a call in a language without one fits. In the order of the calls. */
    all(): Finding[] {
      return [...requests].flatMap(([name, times]) => {
        const [call, language] = name.split(" ") as [EndpointKey, string];
        const own = [...findings.values()].filter((one) => one.call === call && one.language === language);
        return own.length > 0 ? own : [fitting(call, language, times)];
      });
    },
  };
}

function fitting(call: EndpointKey, language: string, times: number): Finding {
  const found = `${times} ${times === 1 ? "request" : "requests"}`;
  const nothing = { example: "", request: "", alsoAt: [], times };
  return { call, language, level: "fits", mandatory: !remarks[call].isOptional, path: "data", found, ...nothing };
}
