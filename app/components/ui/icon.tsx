const paths = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20 20",
  basket: "M4 9h16l-1.6 10.5H5.6L4 9ZM8.5 9 11 4M15.5 9 13 4",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  chevron: "M6 9.5l6 6 6-6",
  arrow: "M4 12h15M13.5 6.5 19 12l-5.5 5.5",
} as const;

/** Renders a 24 × 24 line icon in the text colour, hidden from screen readers. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d={paths[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
