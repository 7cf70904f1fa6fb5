/** The part of an address's query that shows its reader what isn't public: a signed proof, with an end. */
export const previewParameter = "preview";

/** The header of a call that carries the proof. For the embedded API alone: an owner's system has previews of its own. */
export const previewHeader = "X-Preview";
