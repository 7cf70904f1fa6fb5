import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import styles from "./progress-line.module.css";

/** Navigations that are faster than this show no progress. */
const delayMs = 200;

/** A line at the top of the window during long navigations. */
export function ProgressLine() {
  const { t } = useTranslation();
  const isBusy = useNavigation().state !== "idle";
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isBusy) return setShown(false);
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return (
    <div role="status" className={isShown ? styles["line"] : undefined}>
      {isShown && <span className="visually-hidden">{t("loading")}</span>}
    </div>
  );
}
