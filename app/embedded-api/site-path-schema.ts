import { z } from "zod";
import { getContentType } from "../platform/file-types.ts";
import { getLocalPath } from "./local-address.ts";

/** Schema of a path of this site, or of an address elsewhere. */
export const sitePath = z.string().regex(/^(\/(?!\/)|https:\/\/)/, {
  error: ({ input }) => `must start with / or https://${suggestAddress(String(input).trim())}`,
});

/** Suggests what to write for an address that is neither a path nor https, to append to a sentence. */
function suggestAddress(text: string): string {
  if (/^(?:[a-z]:|file:)/i.test(text)) return ": put the file into public/files and write /files/ and its name";
  const localPath = getLocalPath(text);
  if (localPath) return ` and not lead to your own computer: write ${localPath}`;
  if (/^(?:http:\/\/|www\.)/i.test(text)) return `: write https://${text.replace(/^http:\/\//i, "")}`;
  const path = text.replaceAll("\\", "/").replace(/^(?:\.*\/)*(?:public\/)?/u, "");
  if (!getContentType(path)) return /^[a-z0-9-]+\/[a-z0-9/-]+$/.test(path) ? `: write /${path}` : "";
  return path.includes("/") ? `: write /${path}` : `: put the file into public/files and write /files/${path}`;
}
