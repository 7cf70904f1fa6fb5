import type { Owner } from "../submissions/inbox/owner.ts";
import { createFormAddress, describePlace } from "./content-names.ts";
import type { DeskResult } from "./publishing.ts";

type RemarksProps = Pick<Extract<DeskResult, { outcome: "unchanged" }>, "remarks"> & { owner: Owner };

/** Stands above the button, because the remarks are below the changes. */
export function RemarksLink({ remarks, owner }: RemarksProps) {
  if (remarks.length === 0) return null;
  return (
    <p>
      <a href="#remarks">{owner.t("desk.publish.remarksLink", { count: remarks.length })}</a>
    </p>
  );
}

/** What prevents nothing: forbidden words, figures that differ, and texts that were left when another language was changed. */
export function Remarks({ remarks, owner }: RemarksProps) {
  const { t } = owner;
  if (remarks.length === 0) return null;
  const fields = Map.groupBy(remarks, ({ file, title, field }) => describePlace(file, title, field, owner));
  return (
    <section id="remarks">
      <h2>{t("desk.publish.remarks")}</h2>
      <ul className="rows">
        {Array.from(fields, ([place, group]) => (
          <li key={place}>
            <a href={createFormAddress(group[0]!.file)}>{place}</a>
            {group.map((remark) => (
              <Remark key={remark.text} {...remark} owner={owner} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

type RemarkProps = RemarksProps["remarks"][number] & { owner: Owner };

function Remark({ text, sentences = [], version, owner }: RemarkProps) {
  return (
    <>
      {" "}
      <span>{text}</span>
      {sentences.map((sentence) => (
        <p key={sentence} className="changes">
          <ins>{sentence}</ins>
        </p>
      ))}
      {version && (
        <form method="post" className="tools">
          <input type="hidden" name="version" value={version} />
          <button name="intent" value="confirm" className="link">
            {owner.t("desk.publish.confirm")}
          </button>
        </form>
      )}
    </>
  );
}
