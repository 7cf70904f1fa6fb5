import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./copy-button.module.css";
import { showToast } from "./toaster.tsx";

/** Copies a text, and shows `messages.done` or `messages.failed`. */
export async function copyText(text: string, messages: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast("success", messages.done);
  } catch {
    showToast("error", messages.failed);
  }
}

/**
 * Renders a button that copies `text`. It is invisible until script and clipboard are available.
 * @param name name of the text, such as "Phone"
 */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation();
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady("clipboard" in navigator), []);
  return (
    <button
      type="button"
      className={`${styles["copy"]} no-print`}
      data-ready={isReady}
      aria-label={t("copy.label", { name })}
      onClick={() => void copyText(text, { done: t("copy.done", { name }), failed: t("copy.failed") })}
    >
      {t("copy.action")}
    </button>
  );
}
