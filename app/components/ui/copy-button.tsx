import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./copy-button.module.css";
import { showToast } from "./toaster.tsx";

export async function copyText(text: string, message: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showToast("success", message);
}

/** Keeps its place until script and clipboard are available. @param name name of the text, such as "Phone" */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation();
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady("clipboard" in navigator), []);
  return (
    <button
      type="button"
      className={`${styles["copy"]} no-print`}
      data-ready={isReady || undefined}
      aria-label={t("copy.label", { name })}
      onClick={() => void copyText(text, t("copy.done", { name }))}
    >
      {t("copy.action")}
    </button>
  );
}
