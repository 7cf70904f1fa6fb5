import { useEffect, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteDraft } from "#app/components/forms/draft.ts";
import { ItemRow, ItemTable } from "#app/components/item/item-line.tsx";
import { FactList } from "#app/components/item/page-sections.tsx";
import buttons from "#app/components/ui/button.module.css";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { getListPath } from "#app/i18n/urls.ts";
import { forms, listFields, type FormName, type FormRow } from "#app/services/api/contract/forms/forms.ts";
import type { SubmissionFields } from "#app/services/submissions/texts/describe.ts";
import type { Route } from "./+types/route";
import styles from "./received.module.css";

type ConfirmationProps = Omit<Route.ComponentProps["loaderData"], "title" | "crumb">;

/** Describes the next steps, and deletes the form's draft. */
export function Confirmation({ reference, refusal, copy, reply, form }: ConfirmationProps) {
  const { t } = useTranslation("forms");
  const { hasItems }: FormRow = forms[form];
  const [hasScript, setScript] = useState(false);
  useEffect(() => setScript(true), []);
  // Deletes the draft before the receipt is painted, because the visitor may leave at once.
  useLayoutEffect(() => deleteDraft(form), [form]);
  return (
    <>
      <p>{t("received.text")}</p>
      <p className={styles["reference"]}>{reference}</p>
      {refusal === undefined ? (
        <div className={`${styles["next"]} measure`}>
          <p>{reply}</p>
          <p>{t("received.next")}</p>
          <p>
            <PhoneLink />
          </p>
        </div>
      ) : (
        <p className={`${styles["refused"]} measure`}>{t("received.refused", { message: refusal })}</p>
      )}
      {copy && <Copy form={form} fields={copy} />}
      <p className="buttons">
        {hasItems && (
          <SiteLink to={getListPath("product")} className={buttons["quiet"]}>
            {t("received.products")}
          </SiteLink>
        )}
        <SiteLink to="/" className={buttons["quiet"]}>
          {t("received.back")}
        </SiteLink>
        {hasScript && copy && (
          <button type="button" className={buttons["quiet"]} onClick={() => window.print()}>
            {t("received.print")}
          </button>
        )}
      </p>
    </>
  );
}

function Copy({ form: name, fields }: { form: FormName; fields: SubmissionFields }) {
  const { t } = useTranslation("forms");
  const rows = listFields(name).map(([field]) => ({ label: t(`fields.${field}`), value: fields[field] }));
  return (
    <section className={`${styles["copy"]} stack measure`}>
      <h2>{t("received.copy")}</h2>
      {fields.items.length > 0 && (
        <ItemTable>
          {fields.items.map(({ id, title, form, sku, quantity = "", minimum, unit, sample }) => {
            const fullTitle = form ? t("quotation.withForm", { title, form }) : title;
            const moq = minimum === undefined ? undefined : `${minimum} ${unit}`;
            return (
              <ItemRow key={id} item={{ id, title: fullTitle, sku, moq, names: [] }}>
                <td>
                  {[quantity && `${quantity} ${unit}`, sample && t("quotation.sample")].filter(Boolean).join(" · ")}
                </td>
              </ItemRow>
            );
          })}
        </ItemTable>
      )}
      <FactList rows={rows} />
    </section>
  );
}
