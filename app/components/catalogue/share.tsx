import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import buttons from "../ui/button.module.css";
import { copyText } from "../ui/copy-text.ts";
import styles from "./share.module.css";

/**
 * Share by the phone's own sheet, or copy the address where there is none; print. Each needs script: until it is there
 * they keep their place, so that nothing below them moves.
 */
export function Share({ title }: { title: string }) {
  const { t } = useTranslation("info");
  const { t: common } = useTranslation();
  const [way, setWay] = useState<"share" | "copy" | "none">();
  useEffect(() => setWay("share" in navigator ? "share" : "clipboard" in navigator ? "copy" : "none"), []);
  const pass = () => {
    const url = window.location.href;
    // A visitor who closes the sheet rejects the promise: nothing is wrong then.
    if (way === "share") navigator.share({ title, url }).catch(() => undefined);
    else void copyText(url, common("toast.copied"));
  };
  return (
    <div className={styles["share"]} data-ready={way}>
      {way !== "none" && (
        <button type="button" className={buttons["quiet"]} onClick={pass}>
          {t(way === "share" ? "share" : "copyLink")}
        </button>
      )}
      <button type="button" className={buttons["quiet"]} onClick={() => window.print()}>
        {t("print")}
      </button>
    </div>
  );
}
