import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import buttons from "#app/components/ui/button.module.css";
import { copyText } from "#app/components/ui/copy-button.tsx";

/** Renders a line of plain links: `children`, then two that need script, whose space is reserved before hydration. */
export function Share({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation(["info", "common"]);
  const [method, setMethod] = useState<"share" | "copy" | "none">();
  useEffect(() => setMethod("share" in navigator ? "share" : "clipboard" in navigator ? "copy" : "none"), []);
  const share = () => {
    const url = window.location.href;
    // Ignores a rejection, because closing the dialog causes one.
    if (method === "share") navigator.share({ title, url }).catch(() => undefined);
    else void copyText(url, { done: t("common:toast.copied"), failed: t("common:copy.failed") });
  };
  const button = { type: "button", className: buttons["plain"], "data-ready": method !== undefined } as const;
  return (
    <div className="buttons no-print">
      {children}
      {method !== "none" && (
        <button {...button} onClick={share}>
          {t(method === "share" ? "share" : "copyLink")}
        </button>
      )}
      <button {...button} onClick={() => window.print()}>
        {t("print")}
      </button>
    </div>
  );
}
