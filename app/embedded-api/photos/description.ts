const fileName = /\.(?:jpe?g|png|webp|avif|gif|tiff?)$|^(?:dscf?|img|mmexport|mvimg|pxl|wechatimg|微信图片)[\s_-]*\d/iu;

/** Finds the name of a file in place of a description, as cameras and programs write it. @returns a sentence that says what to do */
export function findNamedFile(description: string): string | undefined {
  const words = description.trim();
  return fileName.test(words) ? `${words} is the name of a file: write what the photo shows` : undefined;
}
