import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pdfsPath } from "#app/services/api/contract/pdf-pages.ts";
import { createChild, type Child } from "#app/services/runtime/child-process.ts";
import { keepFile } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { say, type FoundPdf, type Message, type Problem } from "../checks/problem.ts";
import type { drawPdf } from "./draw-pdf.ts";
import { findMissingFonts, isStandardFont } from "./missing-fonts.ts";
import { readPages } from "./page-pictures.ts";

const maxPdfBytes = 40_000_000;

/** Time for a PDF, and for all of a publication: another publication draws the rest. */
const timeLimits = { pdfMs: 30_000, allMs: 240_000 };

/** Version of the way pages are drawn. The hash of a PDF includes it, so that a new version draws all PDFs again. */
const drawnVersion = "1";

type Drawing = {
  /** Files of the release, and of the one before. */
  files: string;
  previous?: string | undefined;
  child: Child<{ drawPdf: typeof drawPdf }>;
  end: number;
};

/**
 * Draws the pages of PDFs as pictures into the files of a release, and names them at the PDFs. Another process draws, which can be killed.
 * @returns remarks on PDFs that are only links
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
  if (statSync(file).size > maxPdfBytes) return say("pdfNotDrawn", { path });
  const fonts = findMissingFonts(readFileSync(file));
  const remark = fonts.length > 0 ? say("pdfFonts", { path, fonts: fonts.join(", ") }) : undefined;
  // Without its letters a page would look as if a result were missing.
  if (!fonts.every(isStandardFont)) return remark;
  const hash = hashFile(file, createHash("sha256").update(drawnVersion)).slice(0, 20);
  const problem = await findOrDraw(file, hash, drawing);
  if (problem) return say(problem, { path });
  Object.assign(attachment, readPages(join(drawing.files, pdfsPath, hash), hash));
  return remark;
}

/** @returns why there are no pictures of the pages */
async function findOrDraw(file: string, hash: string, { files, previous, child, end }: Drawing) {
  const folder = join(files, pdfsPath, hash);
  const known = previous && join(previous, pdfsPath, hash);
  if (existsSync(folder)) return undefined;
  if (known && existsSync(known)) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(known)) keepFile(join(known, name), join(folder, name));
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
