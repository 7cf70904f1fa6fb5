import type { Owner } from "../submissions/inbox/owner.ts";
import { createFormAddress, describePlace } from "./content-names.ts";
import type { DeskResult } from "./publishing.ts";

type RemarksProps = Pick<Extract<DeskResult, { outcome: "unchanged" }>, "remarks"> & { owner: Owner };

/** What prevents nothing: words that the law forbids, and texts that were left when another language was changed. */
export function Remarks({ remarks, owner }: RemarksProps) {
  const { t } = owner;
  if (remarks.length === 0) return null;
  return (
    <section>
      <h2>{t("desk.publish.remarks")}</h2>
      <ul className="rows">
        {remarks.map(({ file, title, field, text, sentences = [], version }) => (
          <li key={file + field + text}>
            <a href={createFormAddress(file)}>{describePlace(file, title, field, owner)}</a> <span>{text}</span>
            {sentences.map((sentence) => (
              <p key={sentence} className="changes">
                <ins>{sentence}</ins>
              </p>
            ))}
            {version && (
              <form method="post" className="tools">
                <input type="hidden" name="version" value={version} />
                <button name="intent" value="confirm" className="link">
                  {t("desk.publish.confirm")}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
