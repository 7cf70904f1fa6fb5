import { useTranslation } from "react-i18next";
import { roles, type Role } from "#app/services/api/contract/kinds.ts";
import styles from "./composition-row.module.css";

/** Renders the role in the gutter: its Chinese character, but the whole word for screen readers. */
export function RoleMark({ role }: { role: Role }) {
  const { t } = useTranslation("info", { keyPrefix: "prescription" });
  return (
    <>
      <RoleCharacter role={role} />
      <span className="visually-hidden">{t(`roleNames.${role}`)}</span>
    </>
  );
}

const characters: Record<Role, string> = { monarch: "君", minister: "臣", assistant: "佐", courier: "使" };

const RoleCharacter = ({ role }: { role: Role }) => (
  <b aria-hidden="true" lang="zh-CN">
    {characters[role]}
  </b>
);

type DoseBarProps = {
  role: Role;
  dose: number;
  /** The formula's largest dose, whose bar is full. */
  largest: number;
  /** Whether the herb is sold; if not, its bar is hollow. */
  isSold: boolean;
};

/** Renders an SVG with a width attribute, because the content security policy forbids style attributes. */
export function DoseBar({ role, dose, largest, isSold }: DoseBarProps) {
  return (
    <svg
      className={`${styles["bar"]} ${styles[role]} ${isSold ? "" : styles["hollow"]}`.trim()}
      width={`${Math.ceil((dose / largest) * 100)}%`}
      aria-hidden="true"
    />
  );
}

/** Explains the marks of one or more compositions, and the bars of `herbs`. */
export function CompositionLegend({ herbs = [] }: { herbs?: { isSold: boolean }[] }) {
  const { t } = useTranslation("info");
  return (
    <ul className={`${styles["legend"]} note`}>
      {roles.map((role) => (
        <li key={role}>
          <RoleCharacter role={role} /> {t(`prescription.roleTexts.${role}`)}
        </li>
      ))}
      {herbs.some(({ isSold }) => !isSold) && (
        <li>
          <svg className={`${styles["bar"]} ${styles["hollow"]} ${styles["sign"]}`} aria-hidden="true" />
          {t("prescription.notSold")}
        </li>
      )}
    </ul>
  );
}
