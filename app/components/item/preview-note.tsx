import styles from "./preview-note.module.css";

export type PreviewNoteProps = {
  /** Text in the reader's language. */
  text: string;
};

/** Note above a preview. It tells the reader that the page isn't public. */
export function PreviewNote({ text }: PreviewNoteProps) {
  return (
    <p className={styles["note"]} role="note">
      {text}
    </p>
  );
}
