import { renderToString } from "react-dom/server";
import { toast, useToasterStore } from "react-hot-toast/headless";
import { afterEach, expect, test } from "vitest";
import styles from "./toaster.module.css";
import { showToast, Toaster } from "./toaster.tsx";

afterEach(() => toast.remove());

test.each(["success", "info", "warning", "error"] as const)(
  "S25 a toast of the type %s has the given text and the style of its type",
  (kind) => {
    expect(styles[kind]).toBeTruthy();
    showToast(kind, `a ${kind}`);
    expect(renderToString(<Toaster />)).toContain(`<p class="${styles["toast"]} ${styles[kind]}">a ${kind}</p>`);
  },
);

test("S25 a toast stays for 3000 ms, or for the time that its caller sets", () => {
  showToast("info", "by default");
  showToast("info", "longer", 8000);
  const Durations = () =>
    useToasterStore()
      .toasts.map(({ duration }) => duration)
      .join(", ");
  expect(renderToString(<Durations />)).toBe("8000, 3000");
});
