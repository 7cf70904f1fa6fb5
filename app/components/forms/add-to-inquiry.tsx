import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { limits } from "../../services/api/contract/form-fields.ts";
import { localizePath } from "../../i18n/urls.ts";
import buttons from "../ui/button.module.css";
import { showToast } from "../ui/toaster.tsx";
import { useLocale } from "../ui/use-locale.ts";

/** Result of adding: the number of items on the list, or a problem. */
export type AddResult =
  { count: number } | { problem: "full" | "notAdded" | "unknownItem" | "limited" | "unconfirmed" };

/**
 * Adds a product to the inquiry list, with its minimum quantity. Without script the browser shows the list; with script
 * the visitor stays on the page and sees a toast.
 * @param isQuiet for cards, beside a more important link
 */
export function AddToInquiry({ id, title, isQuiet = false }: { id: string; title: string; isQuiet?: boolean }) {
  const { t } = useTranslation();
  const fetcher = useFetcher<AddResult>();
  const { data, state } = fetcher;
  useEffect(() => {
    if (!data || state !== "idle") return;
    if ("problem" in data) showToast("error", t(`toast.${data.problem}`, { title, max: limits.items }));
    else showToast("success", t("toast.added", { title }));
    // The effect also depends on `state`, because a second press returns equal data.
  }, [data, state, t, title]);
  const add = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state !== "idle") return;
    // Adding needs a script of /quotation. If it can't be loaded, the browser leaves this page.
    if (!navigator.onLine) return showToast("error", t("toast.unconfirmed", { title }));
    const form = new FormData(event.currentTarget);
    form.set("stay", "1");
    void fetcher.submit(form, { method: "post", action: event.currentTarget.getAttribute("action")! });
  };
  return (
    <form method="post" action={localizePath("/quotation", useLocale())} onSubmit={add} data-stays>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="item" value={id} />
      {/* It isn't disabled, because keyboard users would lose the focus. */}
      <button
        type="submit"
        className={buttons[isQuiet ? "quiet" : "primary"]}
        aria-disabled={state !== "idle" || undefined}
      >
        {t("header.addToInquiry")}
        {isQuiet && <span className="visually-hidden"> {title}</span>}
      </button>
    </form>
  );
}
