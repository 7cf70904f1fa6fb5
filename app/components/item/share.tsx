import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import buttons from "../ui/button.module.css";
import { copyText } from "../ui/copy-button.tsx";
import styles from "./share.module.css";

type ShareProps = { title: string; canPrint?: boolean; children?: ReactNode };

/** Renders buttons that need script, after `children`. Before hydration their space is reserved. */
export function Share({ title, canPrint = true, children }: ShareProps) {
  const { t } = useTranslation("info");
  const { t: tCommon } = useTranslation();
  const [method, setMethod] = useState<"share" | "copy" | "none">();
  useEffect(() => setMethod("share" in navigator ? "share" : "clipboard" in navigator ? "copy" : "none"), []);
  const share = () => {
    const url = window.location.href;
    // Ignores a rejection, because closing the dialog causes one.
    if (method === "share") navigator.share({ title, url }).catch(() => undefined);
    else void copyText(url, { done: tCommon("toast.copied"), failed: tCommon("copy.failed") });
  };
  return (
    <div className={`${styles["share"]} buttons no-print`} data-ready={method}>
      {children}
      {method !== "none" && (
        <button type="button" className={buttons["quiet"]} onClick={share}>
          {t(method === "share" ? "share" : "copyLink")}
        </button>
      )}
      {canPrint && (
        <button type="button" className={buttons["quiet"]} onClick={() => window.print()}>
          {t("print")}
        </button>
      )}
    </div>
  );
}
