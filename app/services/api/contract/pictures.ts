/** Path on this site of the backend's pictures and the owner's photos. */
export const mediaPath = "/media";

/** @returns `undefined` if the site can't serve the picture (another origin, an SVG) */
export type GetPictureAddress = (src: string) => string | undefined;

/** Maximum AVIF pixels: decoding takes 20 bytes per pixel. */
export const maxAvifPixels = 25_000_000;

/** Available widths in pixels. The last is the default. */
export const pictureWidths = [200, 320, 400, 512, 640, 800, 1200, 1600] as const;

export const widthParameter = "w";

/** Path of the owner's photos in API responses. */
export const photosPath = "/photos";

/** Matches photo file names: content hash, size in pixels, type. */
export const photoNamePattern = /^([0-9a-f]{20})-(\d+)x(\d+)\.(gif|jpg|png)$/;

/**
 * Returns a picture's `srcset`. No width is larger than the one in a photo's name. Returns `undefined` for
 * pictures that aren't resized.
 */
export function createSourceSet(src: string): string | undefined {
  if (!src.startsWith(`${mediaPath}/`)) return undefined;
  const photoWidth = Number(photoNamePattern.exec(src.slice(src.lastIndexOf("/") + 1))?.[2] ?? Infinity);
  return pictureWidths
    .filter((_width, index) => index === 0 || pictureWidths[index - 1]! < photoWidth)
    .map((width) => `${withWidth(src, width)} ${Math.min(width, photoWidth)}w`)
    .join(", ");
}

function withWidth(src: string, width: (typeof pictureWidths)[number]): string {
  return `${src}${src.includes("?") ? "&" : "?"}${widthParameter}=${width}`;
}

/** Size of the plates in pixels. */
export const plateSize = { width: 400, height: 500 } as const;

export const fallbackPlate = "/fallback-plate.svg";
export const defaultLogo = "/logo.svg";

/**
 * Returns the addresses of the site's icons. Publishing renders them from the site's own logo; a backend's logo is
 * resized on request.
 */
export function getSiteIcons(logo: string): { icon: string; iconType: string | undefined; touchIcon: string } {
  const isResized = logo.startsWith(`${mediaPath}/`);
  return {
    icon: isResized ? withWidth(logo, 200) : logo,
    iconType: logo.endsWith(".svg") ? "image/svg+xml" : undefined,
    touchIcon: isResized ? withWidth(logo, 200) : getIconPath(iconSizes[0]),
  };
}

/** Sizes of the logo's icons in pixels, the first for the iOS home screen. */
export const iconSizes = [180, 192, 512] as const;

export function getIconPath(size: (typeof iconSizes)[number]): string {
  return `/icons/${size}.png`;
}

/** Size in pixels of pictures for shared links. */
export const sharePicture = { width: 1200, height: 630 } as const;

export function getSharePicturePath(name: string): string {
  return `/share/${name}.png`;
}
