/** Below this path the site serves pictures of the API's origin, and of the further origins that it may show. */
export const mediaPath = "/media";

/** Widths in pixels that a picture can be had in. The last is also what it is cut down to where no width is asked for. */
export const pictureWidths = [200, 400, 800, 1200, 1600] as const;

/** The parameter of a picture's address that asks for a width. */
export const widthParameter = "w";

/** Addresses of a picture in all its widths, as `srcset` has them; none for what isn't resized, such as drawn plates. */
export function sourceSet(src: string): string | undefined {
  if (!src.startsWith(`${mediaPath}/`)) return undefined;
  const joint = src.includes("?") ? "&" : "?";
  return pictureWidths.map((width) => `${src}${joint}${widthParameter}=${width} ${width}w`).join(", ");
}
