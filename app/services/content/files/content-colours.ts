import { z } from "zod";
import { createMessage } from "#app/services/content/problems/problem.ts";
import { findContrastProblems, getPalette, minContrast, themes, type Colours } from "#app/styles/theme.ts";
import type { FileData } from "./content-file.ts";
import { messageKey } from "./schemas/content-words.ts";

const colour = z
  .string(messageKey("colour"))
  .regex(/^#[0-9a-f]{6}$/i, messageKey("colour"))
  .toLowerCase();

const paletteSchema = z.strictObject({ paper: colour, ink: colour, primary: colour, accent: colour }).partial();

export const coloursFileSchema = z.strictObject({ light: paletteSchema.optional(), dark: paletteSchema.optional() });

export function checkColours({ value, report }: FileData<Colours>): void {
  for (const theme of themes) {
    for (const { name, contrast, readable } of findContrastProblems(getPalette(theme, value))) {
      // If the text's colour isn't set, the theme's other colours cause the mistake, so it is reported for the theme.
      const path = value[theme]?.[name] === undefined ? [theme] : [theme, name];
      report(path, createMessage("contrast", { name, contrast: contrast.toFixed(1), min: minContrast, readable }));
    }
  }
}
