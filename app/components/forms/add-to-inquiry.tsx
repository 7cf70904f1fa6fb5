import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { limits } from "../../contract/limits.ts";
import { localizePath } from "../../i18n/urls.ts";
import buttons from "../ui/button.module.css";
import { showToast } from "../ui/toaster.tsx";
import { useLocale } from "../ui/use-locale.ts";

/** What became of it: how many different items are on the list, or why it isn't there. */
export type Added = { count: number } | { problem: "full" | "notAdded" | "unknownItem" | "limited" };

/**
 * Puts a product on the inquiry list, as much as can be ordered at the least. Without script this leads to the list; with it, the visitor stays and a toast says so.
 * @param isQuiet for cards, beside a more important link
 */
export function AddToInquiry({ id, title, isQuiet = false }: { id: string; title: string; isQuiet?: boolean }) {
  const { t } = useTranslation();
  const fetcher = useFetcher<Added>();
  const { data, state } = fetcher;
  useEffect(() => {
    if (!data || state !== "idle") return;
    if ("problem" in data) showToast("error", t(`toast.${data.problem}`, { title, most: limits.items }));
    else showToast("success", t("toast.added", { title }));
    // A second press of the same button is told again: the state changes, the data doesn't.
  }, [data, state, t, title]);
  const add = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state !== "idle") return;
    const form = new FormData(event.currentTarget);
    form.set("stay", "1");
    void fetcher.submit(form, { method: "post", action: event.currentTarget.getAttribute("action")! });
  };
  return (
    <form method="post" action={localizePath("/quotation", useLocale())} onSubmit={add} data-stays>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="item" value={id} />
      {/* Not disabled: it would lose the focus, and somebody who types would start from above. */}
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
