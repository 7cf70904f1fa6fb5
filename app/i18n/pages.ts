/** Pages that are there whatever the content is, beside the list of each kind; a test holds them against `app/routes.ts`. */
export const fixedPages = [
  "/",
  "/about-us",
  "/contact-us",
  "/quotation",
  // These two say nothing by themselves.
  "/login",
  "/search",
] as const;
