/** Query parameter with a signed, expiring proof that lets a reader see unpublished content. */
export const previewParameter = "preview";

/** Header of a call with the proof. Only the embedded API uses it; an owner's system has its own previews. */
export const previewHeader = "X-Preview";
