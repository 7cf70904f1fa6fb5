import { expect, test } from "vitest";
import { getCallAddress } from "./site-footer.tsx";

test.each([
  ["0558-555 0186", "tel:05585550186"],
  ["0558-555 0186 转 8001", "tel:05585550186"],
  ["+86 (558) 555-0186 ext. 12", "tel:+865585550186"],
  ["+41 (0)58 555 01 86 x12", "tel:+41585550186"],
  ["0558-555 0186#12 转 3", "tel:05585550186"],
  ["0558-555  x12", "tel:055855512"],
])("%s is called with %s", (phone, address) => {
  expect(getCallAddress(phone)).toBe(address);
});
