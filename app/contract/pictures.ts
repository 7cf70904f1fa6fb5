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

/** What stands where there is no picture that can be shown. */
export const fallbackPlate = "/fallback-plate.svg";

/** Sizes in pixels of the icons that are made from the logo; the first is the one for a home screen of iOS. */
export const iconSizes = [180, 192, 512] as const;

/** Address of the icon of a size. */
export function iconPath(size: (typeof iconSizes)[number]): string {
  return `/icons/${size}.png`;
}

/** What a browser paints around a page: the paper of each theme (`app/styles/tokens.css`). */
export const themeColors = { light: "#f6f1e6", dark: "#151a17" } as const;

/** Size in pixels of the pictures that are shown where a page is shared. */
export const sharePicture = { width: 1200, height: 630 } as const;

/** Address of the picture of a plate, or of the site, for where a page is shared. */
export function sharePicturePath(name: string): string {
  return `/share/${name}.png`;
}
