import { reasonOf } from "./probe.ts";

/** Failures behind which there is a server, if an odd one: what is wrong with it, the check says. */
const answered = /^(ECONNRESET|EPIPE|UND_ERR_(SOCKET|HEADERS|BODY|RES)|HPE_)/;

const sentences: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "its name can't be looked up now",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  ETIMEDOUT: "no connection in time",
};

/** Why a host can't be asked at all; `undefined` for one that can. */
export async function reasonUnreachable(base: string, timeoutMs: number): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(base, { method: "HEAD", redirect: "manual", signal });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    const reason = reasonOf(error);
    // A name that leads to several addresses fails with all of them.
    const code = (error as { cause?: { errors?: { code?: string }[] } }).cause?.errors?.[0]?.code ?? reason;
    if (signal.aborted || answered.test(code)) return undefined;
    return sentences[code] ? `${sentences[code]} (${code})` : reason;
  }
}
