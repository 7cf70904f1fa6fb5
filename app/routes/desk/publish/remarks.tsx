import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../frame/link-button.tsx";
import type { ShownResult } from "./data.server.ts";

type RemarksProps = Pick<ShownResult, "remarks">;

/** Links to the remarks below the changes. */
export function RemarksLink({ remarks }: RemarksProps) {
  const { t } = useTranslation("owner");
  if (remarks.length === 0) return null;
  const count = remarks.flatMap((field) => field.remarks).length;
  return (
    <p>
      <a href="#remarks">{t("desk.publish.remarksLink", { count })}</a>
    </p>
  );
}

/** Lists the remarks, such as forbidden words, differing figures and outdated translations. */
export function Remarks({ remarks }: RemarksProps) {
  const { t } = useTranslation("owner");
  if (remarks.length === 0) return null;
  return (
    <section id="remarks">
      <h2>{t("desk.publish.remarks")}</h2>
      <ul className="rows">
        {remarks.map(({ place, address, remarks: group }) => (
          <li key={place}>
            <a href={address}>{place}</a>
            {group.map((remark) => (
              <Remark key={remark.text} {...remark} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Remark({ text, sentences, version }: ShownResult["remarks"][number]["remarks"][number]) {
  const { t } = useTranslation("owner");
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
        <LinkButton action={href("/desk/publish")} intent="confirm" fields={{ version }}>
          {t("desk.publish.confirm")}
        </LinkButton>
      )}
    </>
  );
}
