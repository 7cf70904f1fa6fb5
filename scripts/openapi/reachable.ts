import { describeError } from "../check-api/probe.ts";

/** Errors that show that a server exists. The check itself reports what is wrong with it. */
const reachedPattern = /^(ECONNRESET|EPIPE|UND_ERR_(SOCKET|HEADERS|BODY|RES)|HPE_)/;

const messages: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "its name can't be looked up now",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  ETIMEDOUT: "no connection in time",
};

/** Returns why a host can't be reached; `undefined` if it can. */
export async function findConnectionProblem(base: string, timeoutMs: number): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(base, { method: "HEAD", redirect: "manual", signal });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    const reason = describeError(error);
    // If a name resolves to several addresses, the error lists one failure for each.
    const code = (error as { cause?: { errors?: { code?: string }[] } }).cause?.errors?.[0]?.code ?? reason;
    if (signal.aborted || reachedPattern.test(code)) return undefined;
    return messages[code] ? `${messages[code]} (${code})` : reason;
  }
}
