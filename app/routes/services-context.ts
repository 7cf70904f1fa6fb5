import { createContext, type RouterContextProvider } from "react-router";
import type { SiteServices } from "../compose.server.ts";

/** The server sets it for each request; where none has, the middleware `services` does. */
export const servicesContext = createContext<SiteServices | null>(null);

/** What the site is made of, for loaders, actions and middleware. */
export function servicesOf(context: Readonly<RouterContextProvider>): SiteServices {
  const services = context.get(servicesContext);
  if (!services) throw new Error("no services: neither the server nor the root's middleware has set them");
  return services;
}
