import type { TestSite } from "#tests/setup/site/site.ts";
import { readLoginCode } from "./login-code.ts";

/**
 * Logs in to the desk, as a browser without script does. @returns the session cookie
 * @param ordinal number of this login's code among the account's codes in the log, from 1
 */
export async function logInToDesk(site: Pick<TestSite, "origin" | "output">, account: string, ordinal = 1) {
  return (await openDesk(site, account, ordinal)).cookie;
}

/** Does the same as `logInToDesk`. @param to page that the login redirects to @returns cookies and redirect target */
export async function openDesk(site: Pick<TestSite, "origin" | "output">, account: string, ordinal = 1, to = "") {
  const send = (fields: Record<string, string>, cookie = "") =>
    fetch(`${site.origin}/desk/login`, {
      method: "POST",
      body: new URLSearchParams({ account, to, ...fields }),
      redirect: "manual",
      headers: { "Sec-Fetch-Site": "same-origin", Cookie: cookie },
    });
  const getCookie = (response: Response, name: string) =>
    response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith(`${name}=`))!
      .split(";")[0]!;
  const browser = getCookie(await send({ intent: "code" }), "desk_browser");
  const code = await readLoginCode(site, account, ordinal);
  const response = await send({ intent: "login", code }, browser);
  const [cookie, known] = ["desk_session", "desk_known"].map((name) => getCookie(response, name));
  return { cookie: cookie!, known: known!, location: response.headers.get("Location") };
}
