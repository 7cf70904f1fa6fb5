import { resolveValue, toast, useToaster, type Toast } from "react-hot-toast/headless";
import styles from "./toaster.module.css";

type ToastKind = "success" | "info" | "warning" | "error";

const duration = 3000;

/** Shows a message at the top of the window for three seconds. */
export function showToast(kind: ToastKind, message: string): void {
  toast(message, { duration, className: styles[kind] });
}

/** Container of toasts. Toasts only repeat what a page says, so visitors without script miss nothing. */
export function Toaster() {
  const { toasts } = useToaster();
  return (
    <div className={`${styles["toaster"]} no-print`} role="status">
      {toasts
        .filter(({ visible }) => visible)
        .map((item) => (
          <ToastMessage key={item.id} toast={item} />
        ))}
    </div>
  );
}

function ToastMessage({ toast: item }: { toast: Toast }) {
  return <p className={`${styles["toast"]} ${item.className ?? ""}`}>{resolveValue(item.message, item)}</p>;
}
