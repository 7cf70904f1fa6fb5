import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of the long tests that take a minute and more, the slowest first. */
const slowFiles = [
  "row-mutations",
  "interrupted-commands",
  "desk-power-cut",
  "former-release",
  "cluster",
  "e2e/accessibility",
  "e2e/desk-content",
  "shared-caches",
  "regular-expressions",
  "late-mail",
];

/** Starts slow files first, so that none runs alone at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const getOrder = ({ moduleId }: TestSpecification) => {
      const index = slowFiles.findIndex((name) => moduleId.includes(`/${name}.`));
      return index < 0 ? slowFiles.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => getOrder(a) - getOrder(b));
  }
}
