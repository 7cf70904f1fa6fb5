import { expect, test } from "vitest";
import { EnvironmentError } from "./environment-error.ts";
import { describeUnsentCodes, describeUnusedVariables, readEnvironment } from "./environment.ts";

const backend = { API_BASE_URL: "https://cms.example" };
const secret = "9f2c4e71ab38d056";

test("no variable is required", () => {
  expect(readEnvironment({})).toMatchObject({ PORT: 3000, API_TIMEOUT_MS: 50_000, LOG_LEVEL: "info" });
});

test("empty variables count as not set, and trailing slashes of origins are removed", () => {
  const emptyVariables = { PORT: "", API_BASE_URL: "", API_PATHS: "", API_TIMEOUT_MS: "", LOG_LEVEL: "" };
  const environment = readEnvironment({ ...emptyVariables, SITE_URL: "https://qigu.example/" });
  expect(environment).toEqual({
    DATA_DIR: "data",
    CONTENT_DIR: "content",
    DESK_ACCOUNTS: [],
    GUARDED_ROUTES: [],
    MEDIA_ORIGINS: [],
    OWNER_TIME_ZONE: "Asia/Shanghai",
    TRUST_PROXY: [],
    PORT: 3000,
    SITE_URL: "https://qigu.example",
    API_TIMEOUT_MS: 50_000,
    LOG_LEVEL: "info",
    REMINDER: "on",
  });
});

test.each([
  ["https://中药.example/", "https://xn--fiq511k.example"],
  ["https://QIGU.example:443", "https://qigu.example"],
  ["http://qigu.example.:8080", "http://qigu.example:8080"],
  ["https://qigu.example。", "https://qigu.example"],
])("SITE_URL %s is the origin %s, as browsers send it", (value, origin) => {
  expect(readEnvironment({ SITE_URL: value }).SITE_URL).toBe(origin);
});

test.each(["postgres://site:p%40ss@db.example:5433/site?sslmode=require", "postgresql:///site?host=/run/postgresql"])(
  "%s is a valid URL of PostgreSQL",
  (url) => {
    expect(readEnvironment({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  },
);

test("API_PATHS is parsed as JSON from key to path", () => {
  expect(readEnvironment({ API_PATHS: '{"news.list":"/v2/news"}' }).API_PATHS).toEqual({ "news.list": "/v2/news" });
});

test.each([
  ["PORT", "eighty", /^PORT=eighty: must be a number$/],
  ["METRICS_TOKEN", `"${secret}"`, /^METRICS_TOKEN: must be written without quotation marks$/],
  ["DATA_DIR", "'/srv/data'", /must be written without quotation marks$/],
  ["PORT", "70000", /^PORT=70000: must be 0 to 65535$/],
  ["SITE_URL", "qigu.example", /^SITE_URL=qigu\.example: must be an http or https address$/],
  ["SITE_URL", "https://qigu.example/shop", /must be an origin, without a path$/],
  ["TRUST_PROXY", "10.0.0.0/8, nginx", /^TRUST_PROXY=10\.0\.0\.0\/8, nginx: must be addresses and networks/],
  ["TRUST_PROXY", "10.0.0.0/33", /must be addresses and networks/],
  ["TRUST_PROXY", "10.0.0.1,0.0.0.0/0", /; \/0 would trust every visitor$/],
  ["TRUST_PROXY", "::/00", /must be addresses and networks/],
  ["TRUST_PROXY", "64:ff9b::1.2.3.4", /must be addresses and networks/],
  ["TRUST_PROXY", "loopback", /must be addresses and networks/],
  ["SITE_URL", "https://qigu.example/?x", /must be an address without a name, a password, a query or a hash/],
  ["API_BASE_URL", "http://u:p@cms.example", /must be an address without a name/],
  ["PORT", "0x1F", /^PORT=0x1F: must be a number$/],
  ["API_PATHS", "[]", /^API_PATHS=\[\]: must be a JSON object$/],
  ["API_BASE_URL", "ftp://x", /^API_BASE_URL=ftp:\/\/x: must be an http or https address$/],
  ["API_PATHS", "{", /^API_PATHS=\{: must be JSON$/],
  ["API_PATHS", '{"news.list":"v2"}', /paths must start with \/$/],
  ["API_TIMEOUT_MS", "0", /^API_TIMEOUT_MS=0: must be at least 1$/],
  [
    "DATABASE_URL",
    "postgres://site:hidden@one.example:5432,two.example:5432/site",
    /^DATABASE_URL: must be an address such as postgres:/,
  ],
  ["DATABASE_URL", "postgres://site:hidden@one.example,two.example/site", /^DATABASE_URL: must have one host$/],
  ["DATABASE_URL", "db.example", /^DATABASE_URL: must be an address such as postgres:/],
  ["SMTP_URL", "http://mail:hidden@mail.example", /^SMTP_URL: must be an smtp or smtps address$/],
  ["DATABASE_URL", "postgres://site:p@ss/hidden@db.example/site", /^DATABASE_URL: must have its password percent-enc/],
  ["SMTP_URL", "smtps://mail:12/hidden@mail.example", /^SMTP_URL: must have its password percent-encoded, such as %40/],
  ["SMTP_URL", "smtps://mail:hidden%@mail.example", /^SMTP_URL: must have its password percent-encoded/],
  ["WEBHOOK_URL", "https://u:hidden@crm.example/", /^WEBHOOK_URL: must be an address without a name or a password$/],
  ["WECOM_ROBOT_URL", "https://u:hidden@wecom.example/?key=k", /must be an address without a name or a password$/],
  ["PURGE_SECRET", "a".repeat(64), /^PURGE_SECRET: is too easy to guess: take what `openssl rand -hex 32` prints$/],
  ["METRICS_TOKEN", "abababababababababab", /^METRICS_TOKEN: is too easy/],
  ["PURGE_SECRET", "1234567890123456", /^PURGE_SECRET: is too easy/],
  ["WEBHOOK_SECRET", "abcdefghijklmnopqrst", /^WEBHOOK_SECRET: is too easy/],
  ["WEBHOOK_SECRET", `${secret},short`, /^WEBHOOK_SECRET: must have at least 16 characters$/],
  ["WEBHOOK_SECRET", `${secret},`, /^WEBHOOK_SECRET: must have at least 16 characters$/],
  [
    "WEBHOOK_SECRET",
    `${secret},0f8fad5bd9cb469f,70867728950e1234`,
    /^WEBHOOK_SECRET: must be one secret, or two separated by a comma$/,
  ],
  ["WEBHOOK_SECRET", "hidden", /^WEBHOOK_SECRET: must have at least 16 characters$/],
  ["API_BASE_URL", "https://cms:hidden@cms.example", /^API_BASE_URL: must be an address without a name/],
  ["WECOM_ROBOT_URL", "https://wecom.example/send", /^WECOM_ROBOT_URL: must be the robot's whole address, with key=$/],
  ["WECOM_ROBOT_URL", "hidden", /^WECOM_ROBOT_URL: must be an http or https address$/],
  ["DINGTALK_ROBOT_URL", "https://dingtalk.example/?key=hidden", /^DINGTALK_ROBOT_URL: must be .* with access_token=$/],
  ["OWNER_TIME_ZONE", "Beijing", /^OWNER_TIME_ZONE=Beijing: must be a time zone such as Asia\/Shanghai$/],
  ["REMINDER", "no", /^REMINDER=no: must be on or off$/],
  ["LOG_LEVEL", "loud", /^LOG_LEVEL=loud: must be silent, fatal/],
])("%s=%s is rejected with an error that names the rule and contains no secret", (name, value, expectedMessage) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(EnvironmentError);
  expect(() => readEnvironment({ [name]: value })).toThrow(expectedMessage);
  expect(() => readEnvironment({ [name]: value })).not.toThrow("hidden");
});

test("the error lists every invalid variable", () => {
  expect(() => readEnvironment({ PORT: "x", LOG_LEVEL: "y" })).toThrow(/^PORT=x.*\nLOG_LEVEL=y/);
});

test("a secret may be one value, or two separated by a comma", () => {
  const otherSecret = "0f8fad5bd9cb469f";
  expect(readEnvironment({ PURGE_SECRET: secret }).PURGE_SECRET).toEqual([secret]);
  expect(readEnvironment({ PURGE_SECRET: `${secret}, ${otherSecret}` }).PURGE_SECRET).toEqual([secret, otherSecret]);
});

test.each<[Record<string, string>, Record<string, string>, string]>([
  [{ MAIL_TO: "a@b.cn" }, { SMTP_URL: "smtp://mail.example" }, "MAIL_TO does nothing without SMTP_URL"],
  [
    { ...backend, SMTP_URL: "smtp://m.example" },
    { MAIL_TO: "a@b.cn" },
    "SMTP_URL does nothing with API_BASE_URL and without MAIL_TO and DESK_ACCOUNTS",
  ],
  [
    { WEBHOOK_SECRET: secret },
    { WEBHOOK_URL: "https://crm.example" },
    "WEBHOOK_SECRET does nothing without WEBHOOK_URL",
  ],
  [
    { DINGTALK_ROBOT_SECRET: "SEC1" },
    { DINGTALK_ROBOT_URL: "https://d.example/?access_token=t" },
    "DINGTALK_ROBOT_SECRET does nothing without DINGTALK_ROBOT_URL",
  ],
  [{ MEDIA_ORIGINS: "https://cdn.example" }, backend, "MEDIA_ORIGINS does nothing without API_BASE_URL"],
  [{ API_PATHS: "{}" }, backend, "API_PATHS does nothing without API_BASE_URL"],
  [{ ...backend, CONTENT_DIR: "elsewhere" }, { API_BASE_URL: "" }, "CONTENT_DIR does nothing with API_BASE_URL"],
])("%j is reported to have no effect, unless %j is set, too", (variables, remedy, warning) => {
  expect(describeUnusedVariables(readEnvironment(variables))).toEqual([warning]);
  expect(describeUnusedVariables(readEnvironment({ ...variables, ...remedy }))).toEqual([]);
});

test.each([
  [{}, undefined],
  [{ GUARDED_ROUTES: "/case/*" }, /^SMTP_URL is not set: login codes/],
  [{ ...backend, GUARDED_ROUTES: "/case/*" }, undefined],
  [{ ...backend, DESK_ACCOUNTS: "a@b.example" }, /^SMTP_URL is not set: login codes/],
  [{ SMTP_URL: "smtp://m.example", DESK_ACCOUNTS: "a@b.example" }, undefined],
  [{ SMTP_URL: "smtp://m.example", DESK_ACCOUNTS: "a@b.example, 13800000001" }, /^DESK_ACCOUNTS: .* phone numbers/],
])("with %j the warning about login codes that can't be delivered is %s", (variables, warningPattern) => {
  expect(describeUnsentCodes(readEnvironment(variables))).toEqual(
    warningPattern ? [expect.stringMatching(warningPattern)] : [],
  );
});
