import { z } from "zod";

const origin = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((value) => value.replace(/\/+$/, ""));
const empty = z.literal("").transform(() => undefined);

const paths = z
  .string()
  .transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "must be JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string().startsWith("/", "paths must start with /")));

const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(0, "must be 0 to 65535")
    .max(65535, "must be 0 to 65535")
    .default(3000),
  HOST: empty.or(z.string()).optional(),
  SITE_URL: empty.or(origin).optional(),
  API_BASE_URL: empty.or(origin).optional(),
  API_PATHS: empty.or(paths).optional(),
  API_TIMEOUT_MS: z.coerce
    .number({ error: "must be a number of milliseconds" })
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(600_000, "must be at most 600000")
    .default(50_000),
  LOG_LEVEL: z
    .enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"], {
      error: "must be silent, fatal, error, warn, info, debug or trace",
    })
    .default("info"),
});

export type Environment = z.output<typeof environmentSchema>;

/** A variable that can't be used: `message` has one line a variable. */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}

/** Reads the variables of docs/configuration; throws `EnvironmentError` naming each wrong one. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const result = environmentSchema.safeParse(variables);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `${name}=${variables[name]}: ${reason(issue)}`;
  });
  throw new EnvironmentError(lines.join("\n"));
}

function reason(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  const deepest = issue.errors.at(-1)?.[0];
  return deepest ? deepest.message : issue.message;
}
