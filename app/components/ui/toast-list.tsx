import { resolveValue, toast, useToaster, type Toast } from "react-hot-toast/headless";
import type { ToastKind } from "./toaster.tsx";
import styles from "./toaster.module.css";

const duration = 3000;

export function addToast(kind: ToastKind, message: string): void {
  toast(message, { duration, className: kind });
}

export function ToastList() {
  const { toasts } = useToaster();
  return toasts.filter(({ visible }) => visible).map((item) => <ToastMessage key={item.id} toast={item} />);
}

function ToastMessage({ toast: item }: { toast: Toast }) {
  const kind = (item.className ?? "info") as ToastKind;
  return <p className={`${styles["toast"]} ${styles[kind]}`}>{resolveValue(item.message, item)}</p>;
}
