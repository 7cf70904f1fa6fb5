import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, useFetcher } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { Guarded } from "#app/components/ui/guarded.tsx";
import { useLocale } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { showToast } from "#app/components/ui/toaster.tsx";
import { localizePath } from "#app/i18n/urls.ts";
import type { AddResult } from "#app/services/api/contract/forms/form-results.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { readListedItems } from "./listed-items.ts";

type AddToInquiryProps = { id: string; title: string; look?: "primary" | "quiet" | "plain" };

/**
 * Renders a button that adds a product with its minimum quantity. Without script the browser then opens the list. A
 * listed product has a link to the list instead.
 * @param look `quiet` and `plain` are next to a more important link
 */
export function AddToInquiry({ id, title, look = "primary" }: AddToInquiryProps) {
  const { t } = useTranslation();
  const action = localizePath(href("/quotation"), useLocale());
  const fetcher = useFetcher<AddResult>();
  const { data, state } = fetcher;
  const [isListed, setListed] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => setListed(readListedItems().includes(id)), [id]);
  const showResult = useEffectEvent((result: AddResult) => {
    if ("problem" in result) return showToast("error", t(`toast.${result.problem}`, { title, max: limits.items }));
    showToast("success", t("toast.added", { title }));
    setListed(true);
  });
  useEffect(() => {
    if (data && state === "idle") showResult(data);
    // A second press returns equal data, so the effect also depends on `state`.
  }, [data, state]);
  useEffect(() => {
    // Focuses the link, which has replaced the pressed button.
    if (isListed && data && document.activeElement === document.body) link.current?.focus();
  }, [isListed, data]);
  const add = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state !== "idle") return;
    // Another tab may have added the product.
    if (readListedItems().includes(id)) {
      setListed(true);
      return showToast("info", t("toast.alreadyListed", { title }));
    }
    if (!navigator.cookieEnabled) return showToast("error", t("toast.noCookies"));
    // Adding loads a script of /quotation. If that failed, the browser would leave the page.
    if (!navigator.onLine) return showToast("error", t("toast.unconfirmed", { title }));
    const form = new FormData(event.currentTarget);
    form.set("stay", "1");
    void fetcher.submit(form, { method: "post", action });
  };
  const hiddenTitle = look !== "primary" && <span className="visually-hidden"> {title}</span>;
  if (isListed) {
    return (
      <p>
        <SiteLink ref={link} to={href("/quotation")} className={buttons[look === "plain" ? "plain" : "quiet"]}>
          {t(look === "primary" ? "header.onInquiryList" : "header.added")}
          {hiddenTitle}
        </SiteLink>
      </p>
    );
  }
  return (
    <form method="post" action={action} onSubmit={add} data-stays>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="item" value={id} />
      {/* Disabling the button would make keyboard users lose the focus. */}
      <Guarded address={action}>
        <button type="submit" className={buttons[look]} aria-disabled={state !== "idle" || undefined}>
          {t("header.addToInquiry")}
          {hiddenTitle}
        </button>
      </Guarded>
    </form>
  );
}
