import { expect, test } from "vitest";
import { listPageNumbers } from "./pagination.tsx";

test.each([
  [1, 2, [1, 2]],
  [1, 9, [1, 2, 9]],
  [5, 9, [1, 4, 5, 6, 9]],
  [9, 9, [1, 8, 9]],
])("page %i of %i lists the page numbers %j", (page, pages, expected) => {
  expect(listPageNumbers(page, pages)).toEqual(expected);
});
