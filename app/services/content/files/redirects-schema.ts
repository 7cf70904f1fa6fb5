import { z } from "zod";
import { localeCodes } from "../../../i18n/locales.ts";

/** Suggests the path of an address that has a host or lacks its first slash. @param surplus matches the part to remove */
function suggestPath(input: unknown, surplus: RegExp): string {
  const path = String(input)
    .trim()
    .replace(/^(?:https?:)?\/\/[^/]*/iu, "")
    .replace(surplus, "")
    .replaceAll("\\", "/")
    .replace(/^\/*/, "/")
    .replaceAll(/\s/gu, encodeURIComponent);
  return path === "/" ? "" : `: write ${path}`;
}

const redirectTarget = z.string().regex(/^\/(?![/\\])[^?#\s]*$/, {
  error: ({ input }) =>
    `must be a path of this site without a query, such as /product/info/huang-qi${suggestPath(input, /[?#].*/u)}`,
});
const redirectSource = z
  .string()
  .regex(/^\/(?![/\\])[^#\s]*$/, {
    error: ({ input }) =>
      `must be a path of this site, such as /old/huangqi.html or /show.asp?id=12${suggestPath(input, /#.*/u)}`,
    abort: true,
  })
  .regex(/^(?!.*&amp;)/i, "has &amp;, which is HTML: write & alone")
  .regex(/^[^？＝＆]*$/u, "has a full-width character: write ?, = and & as in an address")
  .regex(
    /^(?!.*(?:\*|\/:\w|\/\{[^{}]*\}|\/\$\d))/,
    "stands for one address, not a pattern: write an entry for each old address",
  );

/** Schema of `redirects.yaml`. */
export const redirectsFileSchema = z.array(
  z.strictObject({
    from: redirectSource,
    to: redirectTarget,
    only: z.enum(localeCodes).optional(),
  }),
);
