import { resolveValue, toast, useToaster, type Toast } from "react-hot-toast/headless";
import styles from "./toaster.module.css";

type ToastKind = "success" | "info" | "warning" | "error";

/** @param duration in milliseconds */
export function showToast(kind: ToastKind, message: string, duration = 3000): void {
  toast(message, { duration, className: styles[kind] });
}

/** Renders only the newest toast, so that toasts don't cover the page. */
export function Toaster() {
  const { toasts } = useToaster();
  const newest = toasts.find(({ visible }) => visible);
  return (
    <div className={`${styles["toaster"]} no-print`} role="status">
      {newest && <ToastMessage key={newest.id} toast={newest} />}
    </div>
  );
}

function ToastMessage({ toast: item }: { toast: Toast }) {
  return <p className={`${styles["toast"]} ${item.className ?? ""}`}>{resolveValue(item.message, item)}</p>;
}
