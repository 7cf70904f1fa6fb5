import encodeQr from "qr";

/** White border of a QR code in modules; the standard requires four. */
const border = 4;

/** Returns a QR code as SVG, black on white in either theme. All modules are one path, so that prints have no seams. */
export function drawQrCode(text: string): string {
  const rows = encodeQr(text, "raw", { ecc: "medium", border });
  const size = rows.length;
  const path = rows.flatMap((row, y) =>
    Array.from(row.map(Number).join("").matchAll(/1+/g), ({ 0: run, index }) => {
      return `M${index} ${y}h${run.length}v1h-${run.length}z`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join("")}"/></svg>`;
}
