import { getEndpoint, isEndpointKey } from "#app/services/api/contract/calls/endpoints.ts";
import { remarks } from "#app/services/api/contract/calls/remarks.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { describeConnectionError, httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import { runCommand, UsageError } from "#scripts/command.ts";
import { checkBackend, levels, type Finding, type Target } from "./check-backend.ts";

const help = `npm run check-api -- URL [options]

  URL              the backend, as API_BASE_URL would name it
  --token TOKEN    sent with every call, for a backend that shows nothing without one
  --paths JSON     calls at other paths, as in API_PATHS: {"prescription.list":"/api/case/formulas"}
  --write          really creates a submission of each form, marked as a test
  --timeout MS     timeout of a call (10000)
  --json           one object instead of the list

Exit code: 0 nothing mandatory is missing or wrong, 1 something is, 2 there was nothing to check.`;

const options = {
  token: { type: "string" },
  paths: { type: "string" },
  timeout: { type: "string" },
  write: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** Matches errors that prove a server exists. They don't end the program, because the check reports them. */
const serverErrorPattern = /^(ECONNRESET|EPIPE|UND_ERR_(SOCKET|HEADERS|BODY|RES)|HPE_)/;

type Values = { token?: string; paths?: string; timeout?: string };

await runCommand({
  name: "check-api",
  help,
  options,
  async run(values, positionals) {
    const target = parseTarget(positionals, values);
    await requireServer(target);
    const findings = await checkBackend(target, values.write);
    const ok = !findings.some(({ fails }) => fails);
    const summary = Object.fromEntries(
      levels.map((one) => [one, findings.filter(({ level }) => level === one).length]),
    );
    const report = { url: target.base, ok, summary, findings };
    console.log(
      values.json ? JSON.stringify(report, null, 2) : [...findings.map(format), "", formatEnd(report)].join("\n"),
    );
    if (!ok) process.exitCode = 1;
  },
});

function format({ call, language, level, fails, problems }: Finding): string {
  const { method, path } = getEndpoint(call);
  const optional = remarks[call].isOptional ? " (optional)" : "";
  const lines = problems.flatMap(({ found, request }) => `${JSON.stringify(request)}\n${found}`.split("\n"));
  const head = `${fails ? "!" : " "} ${level.padEnd(10)} ${language.padEnd(6)} ${call.padEnd(18)} ${method} ${path}${optional}`;
  return [head, ...lines.map((line) => `    ${line}`)].join("\n");
}

function formatEnd({ ok, summary }: { ok: boolean; summary: Record<string, number> }): string {
  const counts = levels.map((level) => `${summary[level]} ${level}`).join(", ");
  return `By call and language: ${counts}. ${ok ? "Nothing mandatory is missing or wrong." : "What is marked with ! must be fixed."}`;
}

/** Parses the arguments by the rules of the site's environment variables. */
function parseTarget([url, ...others]: string[], { token, paths, timeout = "10000" }: Values): Target {
  if (!url || others.length > 0) throw new UsageError(`The URL of exactly one backend is required.\n\n${help}`);
  if (token !== undefined && !/^[!-~]+$/.test(token))
    throw new UsageError("--token must be printable ASCII without spaces");
  const variables = { API_BASE_URL: url, API_PATHS: paths ?? process.env["API_PATHS"], API_TIMEOUT_MS: timeout };
  try {
    const { API_PATHS = {}, API_TIMEOUT_MS, API_BASE_URL } = readEnvironment(variables);
    for (const key of Object.keys(API_PATHS))
      if (!isEndpointKey(key)) console.error("The paths name an unknown call:", key);
    return { base: API_BASE_URL!, paths: API_PATHS, token, timeoutMs: API_TIMEOUT_MS };
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const { message } = error;
    throw new UsageError(
      message.replace("API_BASE_URL", "URL").replace("API_PATHS", "--paths").replace("API_TIMEOUT_MS", "--timeout"),
    );
  }
}

async function requireServer({ base, timeoutMs }: Target): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await httpFetch(new Request(base, { method: "HEAD" }), { redirect: "manual", signal });
    await response.body?.cancel();
  } catch (error) {
    if (signal.aborted || serverErrorPattern.test((error as NodeJS.ErrnoException).code ?? "")) return;
    throw new UsageError(`${base} can't be reached: ${describeConnectionError(error)}`);
  }
}
