import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../frame/link-button.tsx";
import { RowSection } from "../frame/page.tsx";
import type { ShownResult } from "./data.server.ts";

/** Lists the remarks, such as forbidden words, differing figures and outdated translations. */
export function Remarks({ remarks }: Pick<ShownResult, "remarks">) {
  const { t } = useTranslation("owner");
  return (
    <RowSection id="remarks" title={t("desk.publish.remarks")}>
      {remarks.map(({ place, address, remarks: group }) => (
        <li key={place}>
          <a href={address}>{place}</a>
          {group.map((remark) => (
            <Remark key={remark.text} {...remark} />
          ))}
        </li>
      ))}
    </RowSection>
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
