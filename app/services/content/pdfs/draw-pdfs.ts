import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pdfsPath } from "#app/services/api/contract/pdf-pages.ts";
import { createMessage, type FoundPdf, type Problem } from "#app/services/content/problems/problem.ts";
import { createChild, type Child } from "#app/services/runtime/child-process.ts";
import { keepFile } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { paths } from "#app/services/runtime/paths.ts";
import type { drawPdf } from "./draw-pdf.ts";
import { isStandardFont, type findMissingFonts } from "./missing-fonts.ts";
import { readPdfPages } from "./page-pictures.ts";

const maxPdfBytes = 40_000_000;

/** Maximum milliseconds for one PDF, and for all PDFs of a publication. The next publication renders the rest. */
const timeLimits = { pdfMs: 30_000, allMs: 240_000 };

/** `onDraw`: called before a PDF is rendered that isn't yet. */
type Options = Partial<typeof timeLimits> & { onDraw?: ((number: number, count: number) => void) | undefined };

/** Version of the rendering, hashed with a PDF, so that a new version renders all PDFs again. */
const renderingVersion = "1";

/** Caches fonts and failures by hash, because a process reads the same content repeatedly, and a failure takes long. */
const missingFonts = new Map<string, string[]>();
const failures = new Set<string>();

type Drawing = {
  /** Folder of the release's files; `previous`: the same folder of the previous release. */
  files: string;
  previous?: string | undefined;
  child: Child<{ drawPdf: typeof drawPdf; findMissingFonts: typeof findMissingFonts }>;
  end: number;
  onDraw: () => void;
};

/**
 * Renders pages of PDFs into a release's files. A child process that can be killed reads them. Adds the pages to the
 * fields that name the PDFs.
 * @returns remarks on PDFs without pages
 */
export async function drawPdfs(
  pdfs: readonly FoundPdf[],
  files: string,
  previous?: string,
  { onDraw, ...limits }: Options = {},
): Promise<Problem[]> {
  const { pdfMs, allMs } = { ...timeLimits, ...limits };
  const remarks: Problem[] = [];
  const child: Drawing["child"] = createChild({ name: "drawing", program: paths.drawing, timeoutMs: pdfMs });
  const drawing = { files, previous, child, end: Date.now() + allMs };
  try {
    for (const [index, { attachment, file, locate }] of pdfs.entries()) {
      const report = () => onDraw?.(index + 1, pdfs.length);
      const message = await addPages(attachment, file, { ...drawing, onDraw: report });
      if (message) remarks.push({ ...locate(), message });
    }
  } finally {
    child.close();
  }
  return remarks;
}

async function addPages(attachment: FoundPdf["attachment"], file: string, drawing: Drawing) {
  const { url: path } = attachment;
  const notDrawn = createMessage("pdfNotDrawn", { path });
  if (statSync(file).size > maxPdfBytes) return notDrawn;
  const hash = hashFile(file, createHash("sha256").update(renderingVersion)).slice(0, 20);
  const isReused = reusePages(hash, drawing);
  if (!isReused && Date.now() > drawing.end) return createMessage("pdfLater", { path });
  if (failures.has(hash)) return notDrawn;
  try {
    const fonts = missingFonts.get(hash) ?? (await drawing.child.call("findMissingFonts", file));
    missingFonts.set(hash, fonts);
    const remark = fonts.length > 0 ? createMessage("pdfFonts", { path, fonts: fonts.join(", ") }) : undefined;
    // A PDF without its fonts isn't rendered, because a page without letters would seem to lack results.
    if (!fonts.every(isStandardFont)) return remark;
    const folder = join(drawing.files, pdfsPath, hash);
    if (!isReused) {
      drawing.onDraw();
      await drawPages(file, folder, drawing.child);
    }
    Object.assign(attachment, readPdfPages(folder, hash));
    return remark;
  } catch {
    failures.add(hash);
    return notDrawn;
  }
}

/** @returns whether the pages are already rendered, for an equal PDF or for the previous release */
function reusePages(hash: string, { files, previous }: Drawing): boolean {
  const folder = join(files, pdfsPath, hash);
  const previousPages = previous && join(previous, pdfsPath, hash);
  if (existsSync(folder)) return true;
  if (!previousPages || !existsSync(previousPages)) return false;
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(previousPages)) keepFile(join(previousPages, name), join(folder, name));
  return true;
}

async function drawPages(file: string, folder: string, child: Drawing["child"]): Promise<void> {
  const part = `${folder}.part`;
  try {
    await child.call("drawPdf", file, part);
    renameSync(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}
