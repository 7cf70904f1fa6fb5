import { useTranslation } from "react-i18next";
import buttons from "#app/components/ui/button.module.css";

export function SearchForm({ q, label }: { q: string; label: string }) {
  const { t } = useTranslation("owner");
  return (
    <form role="search" className="search">
      <label className="visually-hidden" htmlFor="q">
        {label}
      </label>
      <input id="q" name="q" type="search" defaultValue={q} placeholder={label} className="control" />
      <button className={buttons["quiet"]}>{t("desk.messages.searchSubmit")}</button>
    </form>
  );
}
