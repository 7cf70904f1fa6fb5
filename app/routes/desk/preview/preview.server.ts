/** Stands for what is published, in place of the id of a preview. */
export const publishedName = "published";
