import { expect, test } from "vitest";
import { variableNames } from "#app/services/runtime/environment.ts";
import { describeUnknownVariables, describeUnusedGuards } from "./unused-settings.ts";

test("a misspelt variable is reported with the right name, any other unknown variable with the documentation", () => {
  const variables = { SMPT_URL: "a", TRUSTPROXY: "b", RETENTION_DAY: "3", DESK_USERS: "c", SITE_URLS: "" };
  expect(describeUnknownVariables(variables)).toEqual([
    "SMPT_URL is no variable of the site, and does nothing: SMTP_URL?",
    "TRUSTPROXY is no variable of the site, and does nothing: TRUST_PROXY?",
    "RETENTION_DAY is no variable of the site, and does nothing: RETENTION_DAYS?",
    "DESK_USERS is no variable of the site, and does nothing: docs/configuration.md",
  ]);
});

test("variables of the site, the system, Node and containers aren't reported", () => {
  const others =
    "HOME HOSTNAME MAIL LANG LOGNAME PATH SHELL TERM USER PWD NODE_OPTIONS NODE_COMPILE_CACHE NODE_VERSION";
  const systemd = "INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_PID NOTIFY_SOCKET STATE_DIRECTORY WATCHDOG_USEC";
  const names = [...variableNames, ...`${others} ${systemd} POSTGRES_PASSWORD npm_config_cache`.split(" ")];
  expect(describeUnknownVariables(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
});

const patterns = ["/", "/about-us", "/case/list/*", "/case/info/:id", "/batch", "/batch/:number"];

test("a guarded route that matches no page is reported", () => {
  const usedGuards = [
    "/",
    "/*",
    "/about-us",
    "/about-us/*",
    "/case/*",
    "/case/list",
    "/case/list/*",
    "/case/info/a%20b",
    "/batch",
  ];
  expect(describeUnusedGuards(usedGuards, patterns)).toEqual([]);
  const createWarning = (guard: string) => `GUARDED_ROUTES: ${guard} matches no page, and guards nothing`;
  const unusedGuards = ["/cases/*", "/case", "/about-us/team", "/ABOUT-US", "/about"];
  expect(describeUnusedGuards(unusedGuards, patterns)).toEqual(unusedGuards.map(createWarning));
});
