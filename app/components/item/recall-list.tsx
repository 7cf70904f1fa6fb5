import type { RecallSummary } from "#app/loaders/recalls.server.ts";
import { BatchStateMark } from "./batch-state.tsx";
import { RecallLink } from "./recall.tsx";
import styles from "./recall.module.css";

/** Links to recalled batches, with the day of recall. */
export function RecallList({ recalls, title }: { recalls: readonly RecallSummary[]; title: string }) {
  if (recalls.length === 0) return null;
  return (
    <section className={styles["notice"]}>
      <h2>
        <BatchStateMark state="recalled">{title}</BatchStateMark>
      </h2>
      <ul>
        {recalls.map((recall) => (
          <li key={recall.id}>
            <RecallLink recall={recall} /> {recall.advice}
          </li>
        ))}
      </ul>
    </section>
  );
}
