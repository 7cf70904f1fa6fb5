import { useEffect, useState } from "react";
import buttons from "../ui/button.module.css";
import { showToast } from "../ui/toaster.tsx";
import { useMessages } from "../ui/use-locale.ts";
import styles from "./share.module.css";

/** Share by the phone's own sheet where there is one, copy the address, print. Drawn by script: each needs it. */
export function Share({ title }: { title: string }) {
  const t = useMessages("catalogue");
  const common = useMessages();
  const [can, setCan] = useState({ share: false, copy: false, any: false });
  useEffect(() => {
    setCan({ share: "share" in navigator, copy: "clipboard" in navigator, any: true });
  }, []);
  if (!can.any) return null;
  const address = () => window.location.href;
  const copy = async () => {
    await navigator.clipboard.writeText(address());
    showToast("success", common("toast.copied"));
  };
  // A visitor who closes the sheet rejects the promise: nothing is wrong then.
  const share = () => navigator.share({ title, url: address() }).catch(() => undefined);
  return (
    <div className={styles["share"]}>
      {can.share && (
        <button type="button" className={buttons["quiet"]} onClick={() => void share()}>
          {t("info.share")}
        </button>
      )}
      {can.copy && (
        <button type="button" className={buttons["quiet"]} onClick={() => void copy()}>
          {t("info.copyLink")}
        </button>
      )}
      <button type="button" className={buttons["quiet"]} onClick={() => window.print()}>
        {t("info.print")}
      </button>
    </div>
  );
}
