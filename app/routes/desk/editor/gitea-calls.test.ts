import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { deskContext } from "#app/http/desk-context.ts";
import { requestContext } from "#app/http/request-context.ts";
import type { Desk } from "#app/services/desk/desk.ts";
import { QueueFullError } from "#app/services/runtime/fair-queue.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { repositoryName, respondToWrite } from "./gitea-calls.server.ts";

test("if the queue is full, a save is reported as too many changes, not as a fault of the content folder", async () => {
  const ownerTexts = await createOwnerTexts({ OWNER_LANGUAGE: "en", OWNER_TIME_ZONE: "UTC", SITE_URL: undefined });
  const countEdit = () => Promise.reject(new QueueFullError("the queue is full: too many tasks are waiting"));
  const desk = { countEdit, log: createRecordingLog(), publishing: {} } as unknown as Desk;
  const context = new RouterContextProvider();
  context.set(requestContext, { requestId: "request-1", address: "203.0.113.1", network: "203.0.113.1" });
  context.set(deskContext, { desk, ownerTexts, account: "a@b.cn" });
  const request = new Request("https://site.example/", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
  });
  const params = { "*": `repos/${repositoryName}/contents` };
  const response = await respondToWrite({ request, params, context });
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ message: ownerTexts.t("desk.content.refused.limit") });
});
