import { z } from "zod";
import { getCounter } from "../../services/runtime/metrics.ts";
import { parseJson } from "../../services/runtime/parse-json.ts";

/** Report of a browser about a policy violation. */
const reportSchema = z.object({
  "csp-report": z.object({
    "effective-directive": z.string().max(100).optional(),
    "violated-directive": z.string().max(500).optional(),
    "document-uri": z.string().max(10_000),
    "blocked-uri": z.string().max(10_000).default(""),
  }),
});

/** Directives of the policy. Reports may contain any text, so others count as "other". */
const directives = ["script-src", "style-src", "img-src", "connect-src", "require-trusted-types-for"] as const;

const violations = getCounter({
  name: "csp_violations_total",
  help: "Reported violations of the content security policy, by directive",
  labelNames: ["directive"],
});
for (const directive of [...directives, "other"]) violations.inc({ directive }, 0);

/** Maximum number of log lines in a minute. A broken browser extension may send endless reports. */
const maxLinesPerMinute = 10;
let [lineCount, minuteStart] = [0, -Infinity];

/** A violation as logged. Queries are removed, because they may contain personal data. */
export type Violation = { directive: string; page: string; blocked: string; canLog: boolean };

/** Parses and counts a report; `undefined` if it is invalid. @param body JSON */
export function countViolation(body: string): Violation | undefined {
  const { data } = reportSchema.safeParse(parseJson(body));
  if (!data) return undefined;
  const report = data["csp-report"];
  const reportedDirective = report["effective-directive"] ?? report["violated-directive"]?.split(" ")[0] ?? "";
  const directive = directives.find((name) => reportedDirective.startsWith(name)) ?? "other";
  violations.inc({ directive });
  const [page, blocked] = [removeQuery(report["document-uri"]), removeQuery(report["blocked-uri"])];
  return { directive, page, blocked, canLog: canLogNow() };
}

function canLogNow(): boolean {
  if (performance.now() - minuteStart >= 60_000) [lineCount, minuteStart] = [0, performance.now()];
  return ++lineCount <= maxLinesPerMinute;
}

function removeQuery(address: string): string {
  return address.split(/[?#]/)[0]!.slice(0, 200);
}
