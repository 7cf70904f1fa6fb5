import type { ReactNode } from "react";

/** Renders the headings of a table's columns. */
export function TableHead({ headings }: { headings: readonly ReactNode[] }) {
  return (
    <thead>
      <tr>
        {headings.map((heading, index) => (
          <th key={index} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}
