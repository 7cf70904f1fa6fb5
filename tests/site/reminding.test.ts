import { resolve } from "node:path";
import { expect, test } from "vitest";
import { logInToDesk } from "#tests/setup/desk/desk-login.ts";
import { validFields, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The start, in UTC, of the next Friday that is at least a day away. */
const nextFriday = (() => {
  const day = Math.ceil(Date.now() / dayMs) + 1;
  // Day 0 of Unix time was a Thursday, so `day % 7` is 1 on a Friday.
  return (day + ((8 - (day % 7)) % 7)) * dayMs;
})();
const toShanghaiTime = (days: number, clock: string) =>
  Date.parse(`${new Date(nextFriday + days * dayMs).toISOString().slice(0, 10)}T${clock}:00+08:00`);
const times = [toShanghaiTime(0, "18:00"), toShanghaiTime(2, "09:00"), toShanghaiTime(3, "08:30")];

const backend = await setUpBackend();
const account = "li@qigu.example";
const site = setUpSite(() => ({
  NODE_OPTIONS: `--import=${resolve("tests/setup/fakes/movable-clock.ts")}`,
  CLOCK_STEPS: times.map((time, n) => time - (times[n - 1] ?? Date.now())).join(","),
  ...{ DESK_ACCOUNTS: account, SITE_URL: "https://qigu.example", WEBHOOK_URL: `${backend.origin}/hook` },
  WECOM_ROBOT_URL: `${backend.origin}/wecom?key=k`,
}));
for (const path of ["/hook", "/wecom"])
  backend.responders.set(path, async () => Response.json({ errcode: 0, errmsg: "ok" }));

async function advanceClock() {
  const countSteps = () => site.output().split("the clock was advanced").length;
  const before = countSteps();
  site.signal("SIGUSR2");
  await waitUntil(() => countSteps() > before);
}

test("on Monday morning the robot is reminded of Friday evening's message, the webhook isn't, and the desk counts it", async () => {
  await advanceClock();
  const formResponse = await site.post("/contact-us", validFields);
  const reference = /reference=(\w{8})$/.exec(formResponse.headers.get("Location")!)![1]!;
  await waitUntil(() => backend.requests.length === 2);
  await advanceClock();
  await advanceClock();
  await waitUntil(() => backend.requests.length === 3);
  const { text } = (await backend.requests[2]!.clone().json()) as { text: { content: string } };
  const day = new Date(nextFriday).toISOString().slice(0, 10);
  expect(text.content.split("\n")).toEqual([
    "留言和询价：1 条超过一天没有处理",
    "",
    "备注或标记为已处理：https://qigu.example/desk/messages",
    "",
    `${day} 18:00 留言：王伟（${reference}）`,
  ]);
  const Cookie = await logInToDesk(site, account);
  expect(await (await site.get("/desk", { Cookie })).text()).toContain("其中 1 条超过一天没有处理");
  expect(backend.requests.map(({ url }) => new URL(url).pathname).sort()).toEqual(["/hook", "/wecom", "/wecom"]);
});
