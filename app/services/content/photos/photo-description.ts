const fileName = /\.(?:jpe?g|png|webp|avif|gif|tiff?)$|^(?:dscf?|img|mmexport|mvimg|pxl|wechatimg|微信图片)[\s_-]*\d/iu;

/** Explains what to write if a description is only the name of a file, as cameras and programs create it. */
export function explainFileName(description: string): string | undefined {
  const words = description.trim();
  return fileName.test(words) ? `${words} is the name of a file: write what the photo shows` : undefined;
}
