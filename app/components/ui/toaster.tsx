import { resolveValue, toast, useToaster, type Toast } from "react-hot-toast/headless";
import styles from "./toaster.module.css";

type ToastKind = "success" | "info" | "warning" | "error";

const duration = 3000;

/** Says something in passing: three seconds, at the top of the window. */
export function showToast(kind: ToastKind, message: string): void {
  toast(message, { duration, className: styles[kind] });
}

/** Where toasts appear. Nothing is drawn for visitors without script: toasts only ever repeat what a page says. */
export function Toaster() {
  const { toasts } = useToaster();
  return (
    <div className={styles["toaster"]} role="status">
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
