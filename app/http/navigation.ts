import { redirect } from "react-router";
import { checkDestination, type NavigationOptions } from "../i18n/destination.ts";

/** Creates a redirect. Other sites require `external`. */
export function redirectTo(url: string, { external, ...init }: NavigationOptions & ResponseInit = {}): Response {
  return redirect(checkDestination(url, { external }), init);
}
