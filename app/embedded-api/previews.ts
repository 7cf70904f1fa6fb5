import type { Kind } from "../contract/kinds.ts";
import { expiringSignature, signatureEnd, type Secrets } from "../platform/signature.ts";

export type Previews = ReturnType<typeof createPreviews>;

/** Proofs that somebody was given a link to an item, in any language, and until when. */
export function createPreviews(secrets: Secrets, now: () => number = () => Date.now()) {
  const subject = (kind: Kind, id: string) => `preview:${kind}/${id}`;
  return {
    proof: (kind: Kind, id: string, end: Date): string => expiringSignature(subject(kind, id), end, secrets),

    /** Until when a proof is good for this item; `undefined` for one that isn't, or that was for another. */
    end: (kind: Kind, id: string, proof: string): Date | undefined =>
      signatureEnd(proof, subject(kind, id), secrets, now()),
  };
}
