import { join } from "node:path";

/** Content for tests, independent of the owner's `content`. */
export const testContent = join("tests", "fixtures", "content");
