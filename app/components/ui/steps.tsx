type StepsProps = { steps: readonly { title: string; summary?: string }[]; lang?: string | undefined };

/** Renders numbered steps. */
export function Steps({ steps, lang }: StepsProps) {
  return (
    <ol className="steps stack-4">
      {steps.map(({ title, summary }) => (
        <li key={title} lang={lang}>
          <h3>{title}</h3>
          {summary && <p>{summary}</p>}
        </li>
      ))}
    </ol>
  );
}
