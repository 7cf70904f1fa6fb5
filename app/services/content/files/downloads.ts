import type { Findings } from "#app/services/content/problems/problem.ts";
import type { FileData } from "./content-file.ts";
import type { PublicFiles } from "./public-files.ts";

/** Checks a download in a field, and adds its size if the file is on this site. */
export function readDownload<Download extends { url: string }>(
  download: Download,
  path: PropertyKey[],
  { report, locate }: FileData<unknown>,
  files: PublicFiles,
  { pdfs }: Findings,
): Download & { size?: number } {
  const { url } = download;
  if (!url.startsWith("/")) return download;
  const problem = files.findProblem(url);
  report(path, problem);
  const size = files.readSize(url);
  if (size === undefined) return download;
  const attachment = { ...download, size };
  if (!problem && /\.pdf$/i.test(url)) pdfs.push({ attachment, file: files.find(url)!, locate: () => locate(path) });
  return attachment;
}
