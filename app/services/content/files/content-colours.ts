import { existsSync } from "node:fs";
import { z } from "zod";
import {
  colourNames,
  findContrastProblems,
  getPalette,
  minContrast,
  themes,
  type Colours,
} from "../../api/contract/colours.ts";
import { readYaml, type FileData, type ParseResult } from "./content-file.ts";

const colour = z
  .string('must be a colour between quotes, such as "#35543f"')
  .regex(/^#[0-9a-f]{6}$/i, 'must be # and six digits from 0 to 9 and a to f, such as "#35543f"')
  .transform((value) => value.toLowerCase());

const paletteSchema = z.strictObject(
  Object.fromEntries(colourNames.map((name) => [name, colour.optional()])) as Record<
    (typeof colourNames)[number],
    z.ZodOptional<typeof colour>
  >,
);

/** Schema of `colours.yaml`, the site's colours in the light and the dark theme. */
const coloursFileSchema = z.strictObject({ light: paletteSchema.optional(), dark: paletteSchema.optional() });

/** Reads the colours and checks the contrast of text. If the file is missing, the site keeps its default colours. */
export function readColours(file: string): ParseResult<Colours> {
  if (!existsSync(file)) return { problems: [] };
  const { problems, data, rawData } = readYaml(file, coloursFileSchema);
  // The file may contain nothing but comments.
  if (rawData?.value === null) return { problems: [] };
  if (!data) return { problems };
  const contrastProblems = checkContrast(data);
  return contrastProblems.length > 0 ? { problems: contrastProblems } : { problems: [], data };
}

function checkContrast({ value, createProblem }: FileData<Colours>) {
  return themes.flatMap((theme) =>
    findContrastProblems(getPalette(theme, value)).map(({ name, contrast, readable }) => {
      // If the text has its default colour, the owner has changed only the background, so the mistake is there.
      const isCustom = value[theme]?.[name] !== undefined;
      const contrastText = `contrast of ${contrast.toFixed(1)}, and text needs ${minContrast}`;
      return isCustom
        ? createProblem(
            [theme, name],
            `can't be read on the paper (${contrastText}): use a colour such as "${readable}"`,
          )
        : createProblem([theme], `${name} can't be read on this paper (${contrastText}): add ${name}: "${readable}"`);
    }),
  );
}
