import { cpSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import type { RenderedPages } from "#app/services/api/contract/pdf-pages.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { drawPdfs } from "./draw-pdfs.ts";
import { findMissingFonts } from "./missing-fonts.ts";

const shippedPdf = "public/files/certificate-HQ250901.pdf";
const sheet = "public/files/dang-gui-cn.pdf";
const place = { file: "batch/A1.yaml", line: 3, field: "certificate" };

const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

/** Creates a PDF whose pages have one line of text each. @param font its font object, with or without a font file */
function createPdf(pages = 1, font = helvetica, text = "(Certificate 12.5) Tj"): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 5);
  const content = `BT /F1 36 Tf 50 700 Td ${text} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] /Count ${pages} >>`,
    font,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...numbers.map(
      () =>
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
    ),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`);
}

/** Renders these PDF files. @returns each one's rendered pages, and the remarks */
async function draw(files: string[], root: string, previous?: string, limits?: Parameters<typeof drawPdfs>[3]) {
  const pdfs = files.map((file) => ({
    file,
    attachment: { url: `/${file}` } as { url: string } & RenderedPages,
    locate: () => place,
  }));
  const remarks = await drawPdfs(pdfs, root, previous, limits);
  return { rendered: pdfs.map(({ attachment }) => attachment), remarks };
}

function writePdf(bytes: Buffer | string): string {
  const file = join(createTestFolder(), "a.pdf");
  writeFileSync(file, bytes);
  return file;
}

test("each page of a PDF is rendered in two widths, stored by the PDF's hash, and equal PDFs are rendered once", async () => {
  const root = createTestFolder();
  const copy = writePdf("");
  cpSync(shippedPdf, copy);
  const onDraw = vi.fn();
  const { rendered, remarks } = await draw([shippedPdf, sheet, copy], root, undefined, { onDraw });
  expect(remarks).toEqual([]);
  expect(onDraw.mock.calls.map(String)).toEqual(["1,3", "2,3"]);
  const counts = rendered.map(({ pages, pageCount }) => `${pages!.length} of ${pageCount}`);
  expect(counts).toEqual(["1 of 1", "2 of 2", "1 of 1"]);
  expect(rendered[2]!.pages).toEqual(rendered[0]!.pages);
  expect(readdirSync(join(root, "files/drawn-pages"))).toHaveLength(2);
  for (const { src, srcset, width, height } of rendered.flatMap(({ pages }) => pages!)) {
    expect([width, height]).toEqual([1440, 2038]);
    expect(srcset.startsWith(`${src} 1440w, /files/drawn-pages/`)).toBe(true);
    for (const candidate of srcset.split(", ")) {
      const [path, descriptor] = candidate.split(" ");
      const picture = join(root, path!);
      expect(`${(await sharp(picture).metadata()).width}w`).toBe(descriptor);
      expect(statSync(picture).size).toBeLessThan(200_000);
      // The page has dark pixels on white.
      const { channels } = await sharp(picture).stats();
      expect([channels[0]!.min < 190, channels[0]!.max]).toEqual([true, 255]);
    }
  }
});

test("a PDF that was rendered for the previous release isn't rendered again", async () => {
  const [before, after] = [createTestFolder(), createTestFolder()];
  const first = await draw([shippedPdf], before);
  const second = await draw([shippedPdf], after, before);
  expect(second).toEqual(first);
  const [src] = second.rendered.map(({ pages }) => pages![0]!.src);
  expect(statSync(join(after, src!)).ino).toBe(statSync(join(before, src!)).ino);
});

test("ten of eleven pages are rendered, and the result has the number of all pages", async () => {
  const { rendered } = await draw([writePdf(createPdf(11))], createTestFolder());
  expect([rendered[0]!.pages!.length, rendered[0]!.pageCount]).toEqual([10, 11]);
});

const songFont =
  "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>] >>";

test.each<[string, Buffer | string, string]>([
  ["a broken PDF", "%PDF-1.7\nnothing\n%%EOF", "pdfNotDrawn"],
  ["a PDF that shows nothing", createPdf(1, undefined, "() Tj"), "pdfNotDrawn"],
  ["a PDF without its Chinese font", createPdf(1, songFont, "<9EC482AA> Tj"), "pdfFonts"],
])("%s stays a link and gets a remark", async (_name, bytes, key) => {
  const [root, file] = [createTestFolder(), writePdf(bytes)];
  const { rendered, remarks } = await draw([file, shippedPdf], root);
  expect(rendered[0]).toEqual({ url: `/${file}` });
  expect(remarks).toEqual([
    { ...place, message: { key, values: expect.objectContaining({ path: `/${file}` }) as object } },
  ]);
  // The next PDF is rendered nevertheless.
  expect(rendered[1]!.pages).toHaveLength(1);
  expect(readdirSync(join(root, "files/drawn-pages"))).toHaveLength(1);
});

test("a PDF with a standard font that isn't embedded gets a remark, and is still rendered", async () => {
  const { rendered, remarks } = await draw([writePdf(createPdf(3))], createTestFolder());
  expect(rendered[0]!.pages).toHaveLength(3);
  expect(remarks).toMatchObject([{ message: { key: "pdfFonts", values: { fonts: "Helvetica" } } }]);
});

test.each([
  ["a PDF", { pdfMs: 1 }, "pdfNotDrawn"],
  ["all PDFs", { allMs: -1 }, "pdfLater"],
])("rendering ends when the time for %s is over, and leaves nothing behind", async (_name, limits, key) => {
  const root = createTestFolder();
  const { rendered, remarks } = await draw([writePdf(createPdf(4))], root, undefined, limits);
  expect([rendered[0]!.pages, remarks]).toMatchObject([undefined, [{ message: { key } }]]);
  expect(existsSync(join(root, "files/drawn-pages")) ? readdirSync(join(root, "files/drawn-pages")) : []).toEqual([]);
});

test("a PDF that takes too long to read is named by a remark and tried once, and holds up no other", async () => {
  // Each of its objects seems to be the whole stream.
  const count = 100_000;
  const header = Array.from({ length: count }, (_, index) => `${index} ${index % 2 ? 9_000_000 : 0} `).join("");
  const stream = deflateSync(`${header}${"x".repeat(9_000_000)}`).toString("latin1");
  const file = writePdf(
    Buffer.from(
      `%PDF-1.7\n9 0 obj\n<< /Type /ObjStm /N ${count} /First ${header.length} >>\nstream\n${stream}\nendstream\nendobj\n%%EOF`,
      "latin1",
    ),
  );
  const message = { key: "pdfNotDrawn", values: { path: `/${file}` } };
  const times = [performance.now()];
  for (const _round of [1, 2]) {
    const { rendered, remarks } = await draw([file, shippedPdf], createTestFolder(), undefined, { pdfMs: 10_000 });
    times.push(performance.now());
    expect([rendered[0]!.pages, rendered[1]!.pages!.length, remarks]).toEqual([undefined, 1, [{ ...place, message }]]);
  }
  const [first, second] = [times[1]! - times[0]!, times[2]! - times[1]!];
  expect([first >= 10_000, second < first]).toEqual([true, true]);
});

const createPackedPdf = (...objects: string[]) => {
  const places = objects.map((_, index) => `${index + 1} ${objects.slice(0, index).join(" ").length + (index && 1)}`);
  const header = `${places.join(" ")} `;
  const stream = deflateSync(header + objects.join(" ")).toString("latin1");
  return Buffer.from(
    `%PDF-1.7\n9 0 obj\n<< /Type /ObjStm /N ${objects.length} /First ${header.length} /Filter /FlateDecode /Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj\n%%EOF`,
    "latin1",
  );
};
const descriptor = "<< /Type /FontDescriptor /FontName /SimSun /Flags 4 >>";
const embeddedDescriptor = "<< /Type /FontDescriptor /FontName /ABCDEF+SimSun /FontFile2 7 0 R >>";
const usedFont = "<< /Type /Font /Subtype /TrueType /BaseFont /SimSun /FontDescriptor 2 0 R >>";

test.each<[string, Buffer, string[]]>([
  ["embedded", createPdf(1, `${embeddedDescriptor}\nendobj\n8 0 obj\n${usedFont}`), []],
  ["described without a file", createPdf(1, `${descriptor}\nendobj\n8 0 obj\n${usedFont}`), ["SimSun"]],
  ["in compressed objects", createPackedPdf(usedFont, descriptor), ["SimSun"]],
  ["embedded in compressed objects", createPackedPdf(usedFont, embeddedDescriptor), []],
  [
    "drawn by the PDF itself",
    createPackedPdf("<< /Type /Font /Subtype /Type3 >>", descriptor.replace("/SimSun", "/AAAAAA+SimSun")),
    [],
  ],
  [
    "named for the fields of a form",
    createPackedPdf("<< /AcroForm 4 0 R >>", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"),
    [],
  ],
])("the missing fonts of a PDF are found if a font is %s", (_name, pdf, fonts) => {
  expect(findMissingFonts(writePdf(pdf))).toEqual(fonts);
});
