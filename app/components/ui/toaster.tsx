import { useEffect, useState, type ComponentType } from "react";
import styles from "./toaster.module.css";

export type ToastKind = "success" | "info" | "warning" | "error";

/** Most visits see no toast: what shows them is fetched for the first one. */
const loadList = () => import("./toast-list.tsx");

let drawList: ((list: ComponentType) => void) | undefined;

/** Says something in passing: three seconds, at the top of the window. */
export function showToast(kind: ToastKind, message: string): void {
  loadList().then(
    ({ addToast, ToastList }) => {
      drawList?.(ToastList);
      addToast(kind, message);
    },
    (error: unknown) => console.error("a toast could not be shown", error),
  );
}

/** Where toasts appear. Nothing is drawn for visitors without script: toasts only ever repeat what a page says. */
export function Toaster() {
  const [List, setList] = useState<ComponentType>();
  useEffect(() => {
    drawList = (list) => setList(() => list);
  }, []);
  return (
    <div className={styles["toaster"]} role="status">
      {List && <List />}
    </div>
  );
}
