/** The colours that the settings can set, as `#rrggbb`. */
export type Palette = Record<"paper" | "ink" | "primary" | "accent", string>;

/** The visitor's device chooses the theme. */
export const themes = ["light", "dark"] as const;

/** The owner's colours, by default those of `tokens.css`. */
export type Colours = Partial<Record<(typeof themes)[number], Partial<Palette> | undefined>>;

/** The colours of `tokens.css`. */
export const defaultPalettes: Record<(typeof themes)[number], Palette> = {
  light: { paper: "#f6f1e6", ink: "#1d2923", primary: "#35543f", accent: "#a5301d" },
  dark: { paper: "#151a17", ink: "#ebe4d3", primary: "#a9c7a9", accent: "#ec8a72" },
};

/** Completes the colours of the settings with the defaults. */
export function getPalette(theme: (typeof themes)[number], colours: Colours | undefined): Palette {
  return { ...defaultPalettes[theme], ...colours?.[theme] };
}

/** Returns the stylesheet's path. It contains the colours, because browsers cache the stylesheet. */
export function getThemePath(colours: Colours): string {
  const palettes = themes.flatMap((theme) => Object.values(getPalette(theme, colours)));
  return `/theme.css?v=${palettes.join("").replaceAll("#", "")}`;
}

/** Derives the custom properties of `tokens.css` that depend on these four colours. */
export function createTokens({ paper, ink, primary, accent }: Palette): Record<string, string> {
  return {
    paper,
    "paper-raised": mixColours(paper, "#ffffff", getLuminance(paper) > 0.5 ? 0.45 : 0.05),
    "paper-sunk": mixColours(paper, ink, 0.05),
    ink,
    "ink-soft": mixColours(ink, paper, 0.2),
    line: mixColours(paper, ink, 0.22),
    "line-soft": mixColours(paper, ink, 0.11),
    leaf: primary,
    "leaf-soft": mixColours(primary, paper, 0.3),
    cinnabar: accent,
    "on-cinnabar": getContrast(accent, "#ffffff") >= getContrast(accent, "#000000") ? "#ffffff" : "#000000",
    "role-monarch": accent,
    "role-minister": primary,
  };
}

// Printed pages always use the light theme.
const mediaQueries = { light: "print, (prefers-color-scheme: light)", dark: "screen and (prefers-color-scheme: dark)" };

/** Creates a stylesheet with these colours. It has no rules for a theme without colours, so the defaults apply. */
export function createThemeStyles(colours: Colours | undefined): string {
  const rules = themes
    .filter((theme) => colours?.[theme])
    .map((theme) => {
      const tokens = Object.entries(createTokens(getPalette(theme, colours)));
      const declarations = tokens.map(([name, colour]) => `--${name}:${colour}`);
      return `@media ${mediaQueries[theme]}{:root{${declarations.join(";")}}}`;
    });
  return `${rules.join("\n")}\n`;
}

/** Minimum contrast of text (WCAG 2.2, success criterion 1.4.3). */
export const minContrast = 4.5;

/** A text colour with too little contrast. `readable`: a similar colour with enough contrast. */
export type ContrastProblem = { name: keyof Palette; contrast: number; readable: string };

/** Finds text colours with too little contrast. */
export function findContrastProblems(palette: Palette): ContrastProblem[] {
  return (["ink", "primary", "accent"] as const).flatMap((name) => {
    const contrast = getLowestContrast(palette, name);
    return contrast < minContrast ? [{ name, contrast, readable: findReadableColour(palette, name) }] : [];
  });
}

function getLowestContrast(palette: Palette, name: "ink" | "primary" | "accent"): number {
  const tokens = createTokens(palette);
  // Checks the soft ink, which has less contrast than the ink.
  const text = name === "ink" ? tokens["ink-soft"]! : palette[name];
  return Math.min(...["paper", "paper-raised", "paper-sunk"].map((token) => getContrast(text, tokens[token]!)));
}

/** Mixes a colour with black or white, in steps of 5 %, until its contrast is sufficient. */
function findReadableColour(palette: Palette, name: "ink" | "primary" | "accent"): string {
  const extreme = getLuminance(palette.paper) > 0.18 ? "#000000" : "#ffffff";
  for (let share = 0.05; share < 1; share += 0.05) {
    const colour = mixColours(palette[name], extreme, share);
    if (getLowestContrast({ ...palette, [name]: colour }, name) >= minContrast) return colour;
  }
  return extreme;
}

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function getContrast(first: string, second: string): number {
  const [dark, light] = [getLuminance(first), getLuminance(second)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance of a colour, from 0 to 1 (WCAG 2.2). */
function getLuminance(colour: string): number {
  const [red, green, blue] = getChannels(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes two colours. @param share share of the second colour, from 0 to 1 */
function mixColours(first: string, second: string, share: number): string {
  const end = getChannels(second);
  const channels = getChannels(first).map((channel, index) => Math.round(channel * (1 - share) + end[index]! * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function getChannels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
