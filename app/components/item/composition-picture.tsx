import type { CardData } from "#app/loaders/cards.ts";
import { formatDose } from "#app/i18n/format.ts";
import { useLocale } from "../ui/page-data.ts";
import roles from "./composition-chart.module.css";
import styles from "./composition-picture.module.css";

/** So many names are readable below each other in the column of a phone. */
const maxRows = 12;

/** Longer names would lie upon the dose, because a text of SVG doesn't wrap. Chinese characters are twice as wide. */
function shorten(name: string): string {
  const maxLength = /\p{Script=Han}/u.test(name) ? 5 : 10;
  const characters = [...name];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : name;
}

/** The picture of a formula: its herbs with their doses. It has the frame of a plate, and no names where it is very small. */
export function CompositionPicture({ herbs }: { herbs: NonNullable<CardData["composition"]> }) {
  const locale = useLocale();
  const shownHerbs = herbs.slice(0, maxRows);
  const largest = Math.max(...herbs.map(({ dose }) => dose));
  const height = 100 / shownHerbs.length;
  return (
    <div className={styles["frame"]}>
      <svg className={styles["picture"]}>
        {shownHerbs.map(({ name, role, dose, unit }, index) => (
          <g key={name} className={roles[role]}>
            <text y={`${(index + 0.6) * height}%`} dy="-0.35em">
              {shorten(name)}
            </text>
            <text y={`${(index + 0.6) * height}%`} x="100%" dy="-0.35em" className={styles["dose"]}>
              {formatDose(dose, unit, locale)}
            </text>
            <rect
              className={roles["bar"]}
              y={`${(index + 0.6) * height}%`}
              height={`${height * 0.2}%`}
              width={`${(dose / largest) * 100}%`}
            />
          </g>
        ))}
      </svg>
    </div>
  );
}
