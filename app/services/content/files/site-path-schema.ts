import { z } from "zod";
import { getContentType } from "../../../http/file-types.ts";
import { getLocalPath } from "./local-address.ts";

/** Schema of a path of this site, or of an address elsewhere. */
export const sitePath = z.string().regex(/^(\/(?!\/)|https:\/\/)/, {
  error: ({ input }) => `must start with / or https://${suggestAddress(String(input).trim())}`,
  abort: true,
});

/** Schema of a picture below `public` that is shown as it is. Browsers don't load pictures of other sites on these pages. */
export const ownPicture = sitePath
  .regex(/^\//, {
    error: ({ input }) =>
      `isn't on this site: put the file into public/files and write /files/${getName(String(input))}`,
    abort: true,
  })
  .regex(/\.(?:svg|png|jpe?g|webp|gif|avif)$/i, "must be a picture: an SVG, PNG, JPEG, WebP, GIF or AVIF file");

function getName(address: string): string {
  return address.split(/[?#]/)[0]!.split("/").slice(3).at(-1) || " and its name";
}

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
