import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pdfsPath } from "#app/services/api/contract/pdf-pages.ts";
import { createChild, type Child } from "#app/services/runtime/child-process.ts";
import { keepFile } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { createMessage, type FoundPdf, type Message, type Problem } from "../checks/problem.ts";
import type { drawPdf } from "./draw-pdf.ts";
import { findMissingFonts, isStandardFont } from "./missing-fonts.ts";
import { readPages } from "./page-pictures.ts";

const maxPdfBytes = 40_000_000;

/** Maximum milliseconds for one PDF, and for all PDFs of a publication. The next publication renders the rest. */
const timeLimits = { pdfMs: 30_000, allMs: 240_000 };

/** Version of the rendering, hashed with a PDF, so that a new version renders all PDFs again. */
const renderingVersion = "1";

type Drawing = {
  /** Folder of the release's files; `previous`: the same folder of the previous release. */
  files: string;
  previous?: string | undefined;
  child: Child<{ drawPdf: typeof drawPdf }>;
  end: number;
};

/**
 * Renders pages of PDFs into a release's files, in a child process that can be killed. Adds the pages to the fields
 * that name the PDFs.
 * @returns remarks on PDFs without pages
 */
export async function drawPdfs(
  pdfs: readonly FoundPdf[],
  files: string,
  previous?: string,
  limits: Partial<typeof timeLimits> = {},
): Promise<Problem[]> {
  const { pdfMs, allMs } = { ...timeLimits, ...limits };
  const remarks: Problem[] = [];
  const child: Drawing["child"] = createChild({ name: "drawing", program: paths.drawing, timeoutMs: pdfMs });
  const drawing = { files, previous, child, end: Date.now() + allMs };
  try {
    for (const { attachment, file, locate } of pdfs) {
      const message = await addPages(attachment, file, drawing);
      if (message) remarks.push({ ...locate(), message });
    }
  } finally {
    child.close();
  }
  return remarks;
}

async function addPages(
  attachment: FoundPdf["attachment"],
  file: string,
  drawing: Drawing,
): Promise<Message | undefined> {
  const { url: path } = attachment;
  if (statSync(file).size > maxPdfBytes) return createMessage("pdfNotDrawn", { path });
  const fonts = findMissingFonts(readFileSync(file));
  const remark = fonts.length > 0 ? createMessage("pdfFonts", { path, fonts: fonts.join(", ") }) : undefined;
  // A PDF without its fonts isn't rendered, because a page without letters would seem to lack results.
  if (!fonts.every(isStandardFont)) return remark;
  const hash = hashFile(file, createHash("sha256").update(renderingVersion)).slice(0, 20);
  const problem = await ensurePages(file, hash, drawing);
  if (problem) return createMessage(problem, { path });
  Object.assign(attachment, readPages(join(drawing.files, pdfsPath, hash), hash));
  return remark;
}

/** Finds or renders the pages. @returns the failure, if any */
async function ensurePages(file: string, hash: string, { files, previous, child, end }: Drawing) {
  const folder = join(files, pdfsPath, hash);
  const previousPages = previous && join(previous, pdfsPath, hash);
  if (existsSync(folder)) return undefined;
  if (previousPages && existsSync(previousPages)) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(previousPages)) keepFile(join(previousPages, name), join(folder, name));
    return undefined;
  }
  if (Date.now() > end) return "pdfLater";
  const part = `${folder}.part`;
  try {
    await child.call("drawPdf", file, part);
    renameSync(part, folder);
    return undefined;
  } catch {
    rmSync(part, { recursive: true, force: true });
    return "pdfNotDrawn";
  }
}
