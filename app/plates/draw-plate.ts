/** Draws the plate of a herb as a standalone SVG document of 400 × 500. */
export function drawPlate(id: string, part: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500"><title>${id} ${part}</title><path d="M200 60v380" stroke="#33493a" fill="none"/></svg>`;
}
