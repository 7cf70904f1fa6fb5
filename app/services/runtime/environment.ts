import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import { z } from "zod";
import { EnvironmentError } from "./environment-error.ts";
import { parseJson } from "./parse-json.ts";

const httpAddress = z.url({ protocol: /^https?$/, error: "must be an http or https address", abort: true });

const hasNoCredentials = (address: string) => !new URL(address).username && !new URL(address).password;

/** Forbids credentials in an address, because `fetch` rejects them with an error that contains them. */
const plainAddress = () => httpAddress.refine(hasNoCredentials, "must be an address without a name or a password");

const list = z.string().transform((value) => value.split(",").map((entry) => entry.trim()));

const origin = httpAddress
  .refine((value) => {
    const { username, password, search, hash } = new URL(value);
    return !username && !password && !search && !hash;
  }, "must be an address without a name, a password, a query or a hash")
  .transform((value) => value.replace(/(?<!\/)\/+$/, ""));

/** An origin as browsers send it: in lower case and Punycode, without a default port or a final dot. */
const bareOrigin = origin
  .refine((value) => new URL(value).pathname === "/", "must be an origin, without a path")
  .transform((value) => new URL(value).origin.replace(/\.(?=$|:\d+$)/, ""));

const paths = z
  .string()
  .transform(parseJson)
  .refine((value) => value !== undefined, "must be JSON")
  .pipe(
    z.record(
      z.string(),
      z.string("paths must be texts").startsWith("/", "paths must start with /"),
      "must be a JSON object",
    ),
  );

const networks = list.refine(
  (entries) => entries.every(isNetwork),
  "must be addresses and networks such as 10.0.0.0/8, separated by commas; /0 would trust every visitor",
);

/**
 * Whether a password is percent-encoded. If it isn't, it may be impossible to decode. A part of it may also be parsed
 * as host or path, and would then appear in messages.
 */
function isPasswordEncoded(address: string): boolean {
  const { username, password, pathname, search, hash } = new URL(address);
  const isDecodable = !/%(?![\da-f]{2})/i.test(username + password);
  return isDecodable && !`${pathname}${search}${hash}`.includes("@");
}

const passwordEncodingError = "must have its password percent-encoded, such as %40 for @, %2F for / and %25 for %";

const routes = list.refine(
  (entries) => entries.every((entry) => /^\/[^?#\s]*$/.test(entry)),
  "must be paths such as /case/*, separated by commas",
);

const wholeNumber = (unit: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,4}$/, `must be a whole number of ${unit}, 1 to 99999`)
    .transform(Number);

/** One secret, or two separated by a comma: the first signs, both are accepted. Error messages never contain them. */
const secrets = list
  .refine((entries) => entries.length <= 2, { error: "must be one secret, or two separated by a comma", abort: true })
  .refine((entries) => entries.every((entry) => entry.length >= 16), {
    error: "must have at least 16 characters",
    abort: true,
  })
  .refine((entries) => !entries.some(isGuessable), "is too easy to guess: take what `openssl rand -hex 32` prints");

/** Whether a secret has few different characters, repeats itself, or counts up or down. */
function isGuessable(secret: string): boolean {
  const text = secret.toLowerCase();
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  if (new Set(codes).size < 8) return true;
  for (let period = 1; period <= (codes.length * 2) / 3; period++) if (text.startsWith(text.slice(period))) return true;
  const differences = codes.slice(1).map((code, index) => code - codes[index]!);
  return [1, -1].some(
    (step) => differences.filter((difference) => difference === step).length > differences.length / 2,
  );
}

function isNetwork(entry: string): boolean {
  const [address = "", bits] = entry.split("/");
  if (isIP(address) === 0 || (bits !== undefined && !/^\d+$/.test(bits))) return false;
  try {
    // Throws for /0, and for some addresses that Node accepts.
    proxyAddr.compile(entry);
    return true;
  } catch {
    return false;
  }
}

const defaultContentFolder = "content";
const defaultDataFolder = "data";

const groupRobotUrl = (parameter: string) =>
  plainAddress().refine(
    (value) => new URL(value).searchParams.get(parameter),
    `must be the robot's whole address, with ${parameter}=`,
  );

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Marks a variable whose value is omitted from error messages. */
const secretMeta = { isSecret: true };

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
  DATA_DIR: z.string().default(defaultDataFolder),
  CONTENT_DIR: z.string().default(defaultContentFolder),
  RETENTION_DAYS: wholeNumber("days").optional(),
  DATABASE_URL: z
    .url({ error: "must be an address such as postgres://user:password@host:5432/database", abort: true })
    .refine((value) => !new URL(value).host.includes(","), "must have one host")
    .refine(isPasswordEncoded, passwordEncodingError)
    .optional()
    .meta(secretMeta),
  TRUST_PROXY: networks.default([]),
  GUARDED_ROUTES: routes.default([]),
  API_BASE_URL: origin.optional(),
  MEDIA_ORIGINS: list.pipe(z.array(bareOrigin)).default([]),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp or smtps address", abort: true })
    .refine(isPasswordEncoded, passwordEncodingError)
    .optional()
    .meta(secretMeta),
  MAIL_TO: z.email("must be an email address").optional(),
  MAIL_FROM: z.email("must be an email address").optional(),
  WEBHOOK_URL: plainAddress().optional(),
  WEBHOOK_SECRET: secrets.optional().meta(secretMeta),
  WECOM_ROBOT_URL: groupRobotUrl("key").optional().meta(secretMeta),
  DINGTALK_ROBOT_URL: groupRobotUrl("access_token").optional().meta(secretMeta),
  DINGTALK_ROBOT_SECRET: z.string().max(200, "must have at most 200 characters").optional().meta(secretMeta),
  // app/services/submissions/texts/owner-texts.ts checks that the site has this locale.
  OWNER_LANGUAGE: z.string().optional(),
  OWNER_TIME_ZONE: z.string().refine(isTimeZone, "must be a time zone such as Asia/Shanghai").default("Asia/Shanghai"),
  REMINDER: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  // app/services/desk/desk.ts checks the accounts.
  DESK_ACCOUNTS: list.default([]),
  PURGE_SECRET: secrets.optional().meta(secretMeta),
  PREVIEW_SECRET: secrets.optional().meta(secretMeta),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, "must have 8 to 128 letters, digits and hyphens")
    .optional(),
  BAIDU_PUSH_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9]{1,100}$/, "must have letters and digits alone, at most 100")
    .optional()
    .meta(secretMeta),
  METRICS_TOKEN: secrets.optional().meta(secretMeta),
  PAGE_CACHE_MB: wholeNumber("megabytes").optional(),
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

export const variableNames: readonly string[] = Object.keys(environmentSchema.shape);

export type Environment = z.output<typeof environmentSchema>;

/**
 * Reads the variables of docs/configuration.md. Empty ones count as not set.
 * @throws EnvironmentError naming each invalid variable
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  // Some readers of env files keep the quotation marks, which would then belong to a secret.
  const quotedNames = variableNames.filter((name) => /^(["']).*\1$/s.test(variables[name] ?? ""));
  if (quotedNames.length > 0)
    throw new EnvironmentError(
      quotedNames.map((name) => `${name}: must be written without quotation marks`).join("\n"),
    );
  const result = environmentSchema.safeParse(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== "")),
  );
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => {
    const name = path[0] as keyof Environment;
    const value = variables[name] ?? "";
    const isSecret = environmentSchema.shape[name].meta()?.["isSecret"] || (value.includes(":") && value.includes("@"));
    return `${name}${isSecret ? "" : `=${value}`}: ${message}`;
  });
  throw new EnvironmentError(lines.join("\n"));
}

/** Conditions under which a set variable has no effect. */
const unusedVariableConditions: [
  name: keyof Environment,
  when: string,
  isUnused: (environment: Environment) => unknown,
][] = [
  ["MAIL_TO", "without SMTP_URL", ({ SMTP_URL }) => !SMTP_URL],
  ["MAIL_FROM", "without SMTP_URL", ({ SMTP_URL }) => !SMTP_URL],
  // Without MAIL_TO, the embedded API and the desk still mail login codes.
  [
    "SMTP_URL",
    "with API_BASE_URL and without MAIL_TO and DESK_ACCOUNTS",
    ({ API_BASE_URL, MAIL_TO, DESK_ACCOUNTS }) => API_BASE_URL && !MAIL_TO && DESK_ACCOUNTS.length === 0,
  ],
  ["WEBHOOK_SECRET", "without WEBHOOK_URL", ({ WEBHOOK_URL }) => !WEBHOOK_URL],
  ["DINGTALK_ROBOT_SECRET", "without DINGTALK_ROBOT_URL", ({ DINGTALK_ROBOT_URL }) => !DINGTALK_ROBOT_URL],
  ["INDEXNOW_KEY", "with API_BASE_URL, or without SITE_URL", (all) => all.API_BASE_URL || !all.SITE_URL],
  ["BAIDU_PUSH_TOKEN", "with API_BASE_URL, or without SITE_URL", (all) => all.API_BASE_URL || !all.SITE_URL],
  ["MEDIA_ORIGINS", "without API_BASE_URL", ({ API_BASE_URL }) => !API_BASE_URL],
  ["PREVIEW_SECRET", "without API_BASE_URL", ({ API_BASE_URL }) => !API_BASE_URL],
  ["API_PATHS", "without API_BASE_URL", ({ API_BASE_URL }) => !API_BASE_URL],
  ["CONTENT_DIR", "with API_BASE_URL", (all) => all.API_BASE_URL && all.CONTENT_DIR !== defaultContentFolder],
];

export function describeUnsentCodes({ API_BASE_URL, DESK_ACCOUNTS, GUARDED_ROUTES, SMTP_URL }: Environment): string[] {
  const isUsed = DESK_ACCOUNTS.length > 0 || (GUARDED_ROUTES.length > 0 && !API_BASE_URL);
  if (!SMTP_URL) return isUsed ? ["SMTP_URL is not set: login codes are only written to this log"] : [];
  const phones = DESK_ACCOUNTS.filter((account) => !account.includes("@"));
  return phones.length > 0 ? ["DESK_ACCOUNTS: codes are sent by mail, so phone numbers log in by desk-link alone"] : [];
}

export function describeUnusedVariables(environment: Environment): string[] {
  return unusedVariableConditions
    .filter(([name, , isUnused]) => String(environment[name] ?? "") !== "" && isUnused(environment))
    .map(([name, when]) => `${name} does nothing ${when}`);
}

export function getContentFolder(variables: Record<string, string | undefined>): string {
  return variables["CONTENT_DIR"] || defaultContentFolder;
}

export function getDataFolder(variables: Record<string, string | undefined>): string {
  return variables["DATA_DIR"] || defaultDataFolder;
}
