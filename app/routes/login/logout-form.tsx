import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import buttons from "../../components/ui/button.module.css";
import styles from "./login.module.css";

export function LogoutForm({ path, canEndAll }: { path: string; canEndAll: boolean }) {
  const { t } = useTranslation("login");
  return (
    <Form method="post" action={path} className={styles["section"]}>
      <p>{t("inside")}</p>
      <p>
        <button type="submit" name="intent" value="logout" className={buttons["primary"]}>
          {t("logOut")}
        </button>
      </p>
      {canEndAll && (
        <p>
          <button type="submit" name="intent" value="logout-everywhere" className={buttons["quiet"]}>
            {t("logOutEverywhere")}
          </button>
        </p>
      )}
    </Form>
  );
}
