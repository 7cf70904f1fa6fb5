import { expect, test } from "vitest";
import { layOutStrip } from "./dose-strip.ts";

test("each piece begins where the previous one ends, and together they fill the strip", () => {
  expect(layOutStrip([9, 9, 6, 12])).toEqual([
    { x: "0%", width: "25%" },
    { x: "25%", width: "25%" },
    { x: "50%", width: `${(6 / 36) * 100}%` },
    { x: `${(24 / 36) * 100}%`, width: `${(12 / 36) * 100}%` },
  ]);
  expect(layOutStrip([])).toEqual([]);
});
