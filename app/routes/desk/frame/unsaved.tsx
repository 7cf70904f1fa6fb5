import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { createPolicyWithoutScripts } from "#app/http/content-security-policy.ts";
import { useFrameData } from "./page.tsx";

/** Policy of a page whose form has `Unsaved`. */
export const getUnsavedPolicy = () => ({
  "Content-Security-Policy": `${createPolicyWithoutScripts()}; script-src 'self'; connect-src 'self'`,
});

/** Makes the browser keep what is entered in the form around it. @param name name of the form */
export function Unsaved({ name }: { name: string }) {
  const { t } = useTranslation("owner");
  return (
    <>
      <p id="unreachable" className="notice problem" role="alert" hidden>
        {t("desk.content.unreachable")}
      </p>
      <template data-unsaved={name} data-account={useFrameData()?.account}>
        <p className="notice">
          <button type="button" className="link">
            {t("desk.unsaved.restore", { time: "{time}" })}
          </button>{" "}
          <button type="button" className="link">
            {t("desk.unsaved.drop")}
          </button>
        </p>
      </template>
      <script type="module" src={href("/desk/editor/*", { "*": "keep-unsaved.js" })} />
    </>
  );
}
