import { createContext, type RouterContextProvider } from "react-router";
import type { SiteServices } from "./services.server.ts";

/** The server sets it for each request; otherwise the middleware `services` does. */
export const servicesContext = createContext<SiteServices | null>(null);

/** Returns the services, for loaders, actions and middleware. */
export function getServices(context: Readonly<RouterContextProvider>): SiteServices {
  const services = context.get(servicesContext);
  if (!services) throw new Error("no services: neither the server nor the root's middleware has set them");
  return services;
}
