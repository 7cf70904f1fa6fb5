import { expect, test } from "vitest";
import { renderPlainErrorPage } from "./plain-error-page.ts";

// `npm run test:unit -- -u` writes the files in `deploy/errors`.
test.each([
  [413, "Content Too Large"],
  [503, "Service Unavailable"],
] as const)("the proxies' error page for %i equals the site's", async (status, reason) => {
  const html = renderPlainErrorPage(status);
  expect(html).toContain(`<h1>${status} ${reason}</h1>`);
  await expect(html).toMatchFileSnapshot(`../../deploy/errors/${status}.html`);
});
