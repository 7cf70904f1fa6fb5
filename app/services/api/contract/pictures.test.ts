import { expect, test } from "vitest";
import { createSourceSet, getSiteIcons } from "./pictures.ts";

test("a logo among the site's files is also the icon", () => {
  expect(getSiteIcons("/files/mark.png")).toEqual({
    icon: "/files/mark.png",
    iconType: undefined,
    touchIcon: "/icons/180.png",
  });
  expect(getSiteIcons("/logo.svg").iconType).toBe("image/svg+xml");
});

test("a backend's logo is resized for icons", () => {
  const { icon, touchIcon } = getSiteIcons("/media/uploads/logo.png?s=signature");
  expect(icon).toBe("/media/uploads/logo.png?s=signature&w=200");
  expect(touchIcon).toBe(icon);
});

test("a photo is offered at most in its original width, a backend's picture in every width, a plate in none", () => {
  const photo = `/media/photos/${"0".repeat(20)}-300x400.jpg`;
  expect(createSourceSet(photo)).toBe(`${photo}?w=200 200w, ${photo}?w=320 300w`);
  expect(createSourceSet("/media/a.jpg?s=x")).toContain("/media/a.jpg?s=x&w=1600 1600w");
  expect(createSourceSet("/plates/huang-qi.svg")).toBeUndefined();
});
