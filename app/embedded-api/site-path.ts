import { z } from "zod";
import { getContentType } from "../platform/file-types.ts";

/** Schema of a path of this site, or of an address elsewhere. */
export const sitePath = z.string().regex(/^(\/(?!\/)|https:\/\/)/, {
  error: ({ input }) => `must start with / or https://${suggestAddress(String(input))}`,
});

/** Suggests what to write for an address that is neither a path nor https, to append to a sentence. */
function suggestAddress(text: string): string {
  if (/^(?:[a-z]:|file:)/i.test(text)) return ": put the file into public/files and write /files/ and its name";
  if (/^(?:http:\/\/|www\.)/i.test(text)) return `: write https://${text.replace(/^http:\/\//i, "")}`;
  const path = text
    .trim()
    .replaceAll("\\", "/")
    .replace(/^(?:\.*\/)*(?:public\/)?/u, "");
  if (!getContentType(path)) return "";
  return path.includes("/") ? `: write /${path}` : `: put the file into public/files and write /files/${path}`;
}
