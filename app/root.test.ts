import type { ShouldRevalidateFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { shouldRevalidate } from "./root.tsx";

const isReloaded = (from: string, to: string, action: Partial<ShouldRevalidateFunctionArgs> = {}) => {
  const [currentUrl, nextUrl] = [from, to].map((path) => new URL(path, "https://site.example"));
  return shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate: true, ...action } as never);
};

test("S10 shared data are loaded again when the language changes, but not on other navigations", () => {
  expect([isReloaded("/news/list", "/en/news/list"), isReloaded("/en", "/")]).toEqual([true, true]);
  expect([isReloaded("/", "/news/list"), isReloaded("/en/a", "/en/b?page=2")]).toEqual([false, false]);
});

test("shared data are loaded again after a successful login, but not after another form", () => {
  const sendForm = (formAction: string, actionStatus: number) =>
    isReloaded("/en/login", "/en/login", { formAction, actionStatus });
  expect(sendForm("/en/login", 200)).toBe(true);
  expect([sendForm("/en/login", 422), sendForm("/quotation", 200)]).toEqual([false, false]);
});
