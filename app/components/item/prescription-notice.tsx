import type { Prescription } from "#app/loaders/restrictions.server.ts";
import { PhoneLink } from "../layout/site-footer.tsx";
import { AskLink } from "./ask-link.tsx";

/** Renders the notice in place of the order form, for a formula that needs a prescription. */
export function PrescriptionNotice({ id, text, linkText }: Prescription) {
  return (
    <div className="stack-3">
      <p className="measure">{text}</p>
      <p className="buttons">
        <PhoneLink />
        <AskLink kind="prescription" subject={id}>
          {linkText}
        </AskLink>
      </p>
    </div>
  );
}
