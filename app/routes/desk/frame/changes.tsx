import { useTranslation } from "react-i18next";
import type { describeChange } from "./changes.server.ts";

type DescribedChange = ReturnType<typeof describeChange>;

/** Lists changes read-only. */
export function ChangeList({ changes }: { changes: readonly DescribedChange[] }) {
  return (
    <ul className="rows">
      {changes.map((change) => (
        <li key={change.part}>
          <ChangedPart {...change} />
          <ChangedFields {...change} />
        </li>
      ))}
    </ul>
  );
}

export function ChangedPart({ action, place, edit, missing, times }: DescribedChange) {
  const { t } = useTranslation("owner");
  return (
    <span>
      {`${t(`desk.publish.actions.${action}`)} · `}
      <strong>{place}</strong>
      {edit && <span className="note"> {t("desk.publish.by", edit)}</span>}
      {times.map((time) => (
        <strong key={time} className="beside">
          {time}
        </strong>
      ))}
      {missing.map((language) => (
        <span key={language} className="note">
          {" "}
          {t("desk.publish.missing", { language })}
        </span>
      ))}
    </span>
  );
}

export function ChangedFields({ fields }: Pick<DescribedChange, "fields">) {
  if (fields.length === 0) return null;
  return (
    <dl className="changes">
      {fields.map(({ id, name, ...values }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            <Values {...values} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders a field's old and new values. If one or both are missing, adds the kind of change. */
function Values({ from, to, around }: Pick<DescribedChange["fields"][number], "from" | "to" | "around">) {
  const { t } = useTranslation("owner");
  if (around) {
    return (
      <>
        {around[0]}
        {from && <del>{from}</del>}
        {to && <ins>{to}</ins>}
        {around[1]}
      </>
    );
  }
  const old = from !== undefined && <del>{from}</del>;
  const now = to !== undefined && <ins>{to}</ins>;
  if (old && now) {
    return (
      <>
        {old} → {now}
      </>
    );
  }
  return (
    <>
      {`${t(`desk.publish.actions.${old ? "removed" : now ? "added" : "changed"}`)} `}
      {old || now}
    </>
  );
}
