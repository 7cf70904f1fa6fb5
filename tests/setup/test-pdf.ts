const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

/** Creates a PDF whose pages have one line of text each. @param font its font object, with or without a font file */
export function createPdf(pages = 1, font = helvetica, text = "(Certificate 12.5) Tj"): Buffer {
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
