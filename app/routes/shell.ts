import { routeMiddleware } from "./middleware/registry.ts";

/** What every page stands in, below the prefix of its language; resource routes stand beside it. */
export const middleware = routeMiddleware("same-origin", "language", "login-gate");
