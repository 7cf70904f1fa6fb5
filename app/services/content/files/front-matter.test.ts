import { expect, test } from "vitest";
import { parse } from "yaml";
import { isMarkedDraft } from "./front-matter.ts";

test.each(["draft: true", "draft: True", "draft:  TRUE # soon", "draft: false", "draft: 'no'", "note: 'draft: true'"])(
  "a text is a draft where YAML reads the same: %s",
  (line) => {
    const isDraft = (parse(line) as { draft?: unknown }).draft === true;
    expect(isMarkedDraft(`${line}\n`)).toBe(isDraft);
    expect(isMarkedDraft(`---\ntitle: A\n${line}\n---\n\ndraft: true\n`)).toBe(isDraft);
  },
);
