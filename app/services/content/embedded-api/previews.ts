import type { ContentKind } from "../../api/contract/kinds.ts";
import { createExpiringSignature, readExpiry, type Secrets } from "../../runtime/signature.ts";

export type Previews = ReturnType<typeof createPreviews>;

/** Creates and verifies the signatures of preview links, which show an item, plain page or batch in all languages. */
export function createPreviews(secrets: Secrets, now: () => number = () => Date.now()) {
  const getSubject = (kind: ContentKind, id: string) => `preview:${kind}/${id}`;
  return {
    createProof: (kind: ContentKind, id: string, end: Date): string =>
      createExpiringSignature(getSubject(kind, id), end, secrets),

    /** Returns when the signature of a preview link expires; `undefined` if it is invalid, expired or of another item. */
    readExpiry: (kind: ContentKind, id: string, proof: string): Date | undefined =>
      readExpiry(proof, getSubject(kind, id), secrets, now()),
  };
}
