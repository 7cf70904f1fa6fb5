import { z } from "zod";
import { counter } from "../platform/metrics.ts";

/** What a browser says of something that the content security policy has stopped. */
const reportSchema = z.object({
  "csp-report": z.object({
    "effective-directive": z.string().max(100).optional(),
    "violated-directive": z.string().max(500).optional(),
    "document-uri": z.string().max(10_000),
    "blocked-uri": z.string().max(10_000).default(""),
  }),
});

/** Directives of the policy: a report may name anything. */
const directives = ["script-src", "style-src", "img-src", "connect-src", "require-trusted-types-for"] as const;

const violations = counter({
  name: "csp_violations_total",
  help: "Reports of browsers of what the content security policy has stopped, by directive",
  labelNames: ["directive"],
});
for (const directive of [...directives, "other"]) violations.inc({ directive }, 0);

/** Lines of the log in a minute: a broken extension of one visitor's reports without end. */
const maxLines = 10;
let [lines, since] = [0, -Infinity];

/** A violation as it is logged: without queries, which may be a visitor's own. */
export type Violation = { directive: string; page: string; blocked: string; mayLog: boolean };

/** Reads and counts what a browser reports; `undefined` for what is no report. @param body JSON */
export function countViolation(body: string): Violation | undefined {
  const { data } = reportSchema.safeParse(parseJson(body));
  if (!data) return undefined;
  const report = data["csp-report"];
  const named = report["effective-directive"] ?? report["violated-directive"]?.split(" ")[0] ?? "";
  const directive = directives.find((one) => named.startsWith(one)) ?? "other";
  violations.inc({ directive });
  const [page, blocked] = [withoutQuery(report["document-uri"]), withoutQuery(report["blocked-uri"])];
  return { directive, page, blocked, mayLog: mayLog() };
}

function mayLog(): boolean {
  if (performance.now() - since >= 60_000) [lines, since] = [0, performance.now()];
  return ++lines <= maxLines;
}

function withoutQuery(address: string): string {
  return address.split(/[?#]/)[0]!.slice(0, 200);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
