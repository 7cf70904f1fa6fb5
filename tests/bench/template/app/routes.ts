import { route, type RouteConfig } from "@react-router/dev/routes";

export default [route(":kind/info/:id", "routes/item.tsx")] satisfies RouteConfig;
