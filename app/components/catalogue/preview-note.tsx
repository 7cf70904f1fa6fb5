import styles from "./preview-note.module.css";

export type PreviewNoteProps = {
  /** What the reader is told, in their language. */
  text: string;
};

/** Says above a previewed page that not everyone sees it. */
export function PreviewNote({ text }: PreviewNoteProps) {
  return (
    <p className={styles["note"]} role="note">
      {text}
    </p>
  );
}
