import { isIP } from "node:net";
import { z } from "zod";
import { EnvironmentError } from "./environment-error.ts";

const origin = z
  .url({ protocol: /^https?$/, error: "must be an http or https address", abort: true })
  .refine((value) => {
    const { username, password, search, hash } = new URL(value);
    return !username && !password && !search && !hash;
  }, "must be an address without a name, a password, a query or a hash")
  .transform(withoutTrailingSlashes);
const bareOrigin = origin.refine((value) => new URL(value).pathname === "/", "must be an origin, without a path");

const origins = z
  .string()
  .transform((value) => value.split(",").map((entry) => entry.trim()))
  .pipe(z.array(bareOrigin));

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
  .pipe(
    z.record(
      z.string(),
      z.string("paths must be texts").startsWith("/", "paths must start with /"),
      "must be a JSON object",
    ),
  );

const networks = z
  .string()
  .transform((value) => value.split(",").map((entry) => entry.trim()))
  .refine((entries) => entries.every(isNetwork), "must be addresses and networks such as 10.0.0.0/8, by comma");

const routes = z
  .string()
  .transform((value) => value.split(",").map((entry) => entry.trim()))
  .refine((entries) => entries.every((entry) => /^\/[^?#\s]*$/.test(entry)), "must be paths such as /case/*, by comma");

function withoutTrailingSlashes(address: string): string {
  return address.endsWith("/") ? withoutTrailingSlashes(address.slice(0, -1)) : address;
}

/** One secret, or two by comma: the first is used, both are accepted. What is said of them never has them in it. */
const secrets = z
  .string()
  .transform((value) => value.split(",").map((entry) => entry.trim()))
  .refine((entries) => entries.length <= 2, { error: "must be one secret, or two by comma", abort: true })
  .refine((entries) => entries.every((entry) => entry.length >= 16), {
    error: "must have at least 16 characters",
    abort: true,
  })
  .refine((entries) => !entries.some(isGuessable), "is too easy to guess: take what `openssl rand -hex 32` prints");

/** Whether a secret has few different characters, repeats itself, or counts up or down. */
function isGuessable(secret: string): boolean {
  const characters = [...secret.toLowerCase()];
  if (new Set(characters).size < 8) return true;
  const maxPeriod = Math.floor((characters.length * 2) / 3);
  const repeats = (period: number) =>
    characters.every((one, index) => index < period || one === characters[index - period]);
  if (Array.from({ length: maxPeriod }, (_, index) => index + 1).some(repeats)) return true;
  const steps = characters.slice(1).map((one, index) => one.codePointAt(0)! - characters[index]!.codePointAt(0)!);
  return [1, -1].some((step) => steps.filter((one) => one === step).length > steps.length / 2);
}

function isNetwork(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  return family !== 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most));
}

const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z
    .string()
    .regex(/^\d+$/, "must be a number")
    .transform(Number)
    .refine((port) => port <= 65535, "must be 0 to 65535")
    .default(3000),
  HOST: z.string().optional(),
  SITE_URL: bareOrigin.optional(),
  DATA_DIR: z.string().default("data"),
  RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a whole number of days, 1 to 99999")
    .transform(Number)
    .optional(),
  // Which schemes there are is known where the drivers are: app/submissions/database.ts.
  DATABASE_URL: z.url("must be an address such as postgres://user:password@host:5432/database").optional(),
  TRUST_PROXY: networks.default([]),
  GUARDED_ROUTES: routes.default([]),
  API_BASE_URL: origin.optional(),
  MEDIA_ORIGINS: origins.default([]),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp or smtps address" }).optional(),
  MAIL_TO: z.email("must be an e-mail address").optional(),
  WEBHOOK_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  WEBHOOK_SECRET: secrets.optional(),
  PURGE_SECRET: secrets.optional(),
  PREVIEW_SECRET: secrets.optional(),
  METRICS_TOKEN: secrets.optional(),
  PAGE_CACHE_MB: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a whole number of megabytes, 1 to 99999")
    .transform(Number)
    .optional(),
  API_PATHS: paths.optional(),
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

/** The value, for the operator to recognise; none that is, or may hold, a password: what is said here stands in logs. */
function shown(name: string, value = ""): string {
  const isSecret =
    /^(DATABASE|SMTP)_URL$|_(SECRET|TOKEN|PASSWORD)$/.test(name) || (value.includes(":") && value.includes("@"));
  return isSecret ? "" : `=${value}`;
}

/** Reads the variables of docs/configuration.md, empty ones as not set; throws `EnvironmentError` naming each wrong one. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const result = environmentSchema.safeParse(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== "")),
  );
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${name}${shown(name, variables[name])}: ${message}`;
  });
  throw new EnvironmentError(lines.join("\n"));
}
