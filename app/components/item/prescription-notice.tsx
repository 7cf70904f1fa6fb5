import type { Prescription } from "#app/loaders/restrictions.server.ts";
import { PhoneLink } from "../layout/site-footer.tsx";
import { AskLink } from "./ask-link.tsx";

/** Stands in place of the form that orders a formula. */
export function PrescriptionNotice({ id, text, ask }: Prescription) {
  return (
    <div className="stack-3">
      <p className="measure">{text}</p>
      <p className="buttons">
        <PhoneLink />
        <AskLink kind="prescription" name={id}>
          {ask}
        </AskLink>
      </p>
    </div>
  );
}
