import { expect, test } from "vitest";
import { EnvironmentError } from "./environment-error.ts";
import { readEnvironment } from "./environment.ts";

test("nothing set is fine", () => {
  expect(readEnvironment({})).toMatchObject({ PORT: 3000, API_TIMEOUT_MS: 50_000, LOG_LEVEL: "info" });
});

test("empty counts as not set, and trailing slashes of origins go", () => {
  const empty = { PORT: "", API_BASE_URL: "", API_PATHS: "", API_TIMEOUT_MS: "", LOG_LEVEL: "" };
  const read = readEnvironment({ ...empty, SITE_URL: "https://qigu.example/" });
  expect(read).toEqual({
    DATA_DIR: "data",
    GUARDED_ROUTES: [],
    MEDIA_ORIGINS: [],
    TRUST_PROXY: [],
    PORT: 3000,
    SITE_URL: "https://qigu.example",
    API_TIMEOUT_MS: 50_000,
    LOG_LEVEL: "info",
  });
});

test.each(["postgres://site:p%40ss@db.example:5433/site?sslmode=require", "postgresql:///site?host=/run/postgresql"])(
  "%s is an address of PostgreSQL",
  (url) => {
    expect(readEnvironment({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  },
);

test("API_PATHS is JSON from key to path", () => {
  expect(readEnvironment({ API_PATHS: '{"news.list":"/v2/news"}' }).API_PATHS).toEqual({ "news.list": "/v2/news" });
});

test.each([
  ["PORT", "eighty", /^PORT=eighty: must be a number$/],
  ["PORT", "70000", /^PORT=70000: must be 0 to 65535$/],
  ["SITE_URL", "qigu.example", /^SITE_URL=qigu\.example: must be an http or https address$/],
  ["SITE_URL", "https://qigu.example/shop", /must be an origin, without a path$/],
  ["TRUST_PROXY", "10.0.0.0/8, nginx", /^TRUST_PROXY=10\.0\.0\.0\/8, nginx: must be addresses and networks/],
  ["TRUST_PROXY", "10.0.0.0/33", /must be addresses and networks/],
  ["SITE_URL", "https://qigu.example/?x", /must be an address without a name, a password, a query or a hash/],
  ["API_BASE_URL", "http://u:p@cms.example", /must be an address without a name/],
  ["PORT", "0x1F", /^PORT=0x1F: must be a number$/],
  ["PORT", " ", /^PORT= : must be a number$/],
  ["API_PATHS", "[]", /^API_PATHS=\[\]: must be a JSON object$/],
  ["API_BASE_URL", "ftp://x", /^API_BASE_URL=ftp:\/\/x: must be an http or https address$/],
  ["API_PATHS", "{", /^API_PATHS=\{: must be JSON$/],
  ["API_PATHS", '{"news.list":"v2"}', /paths must start with \/$/],
  ["API_TIMEOUT_MS", "0", /^API_TIMEOUT_MS=0: must be at least 1$/],
  ["DATABASE_URL", "db.example", /^DATABASE_URL: must be an address such as postgres:/],
  ["SMTP_URL", "http://mail:hidden@mail.example", /^SMTP_URL: must be an smtp or smtps address$/],
  ["PURGE_SECRET", "a".repeat(64), /^PURGE_SECRET: is too easy to guess: take what `openssl rand -hex 32` prints$/],
  ["METRICS_TOKEN", "abababababababababab", /^METRICS_TOKEN: is too easy/],
  ["PREVIEW_SECRET", "changemechangeme", /^PREVIEW_SECRET: is too easy/],
  ["PREVIEW_SECRET", "1234567890123456", /^PREVIEW_SECRET: is too easy/],
  ["WEBHOOK_SECRET", "abcdefghijklmnopqrst", /^WEBHOOK_SECRET: is too easy/],
  ["WEBHOOK_SECRET", "9f2c4e71ab38d056,short", /^WEBHOOK_SECRET: must have at least 16 characters$/],
  ["WEBHOOK_SECRET", "9f2c4e71ab38d056,", /^WEBHOOK_SECRET: must have at least 16 characters$/],
  [
    "WEBHOOK_SECRET",
    "9f2c4e71ab38d056,0f8fad5bd9cb469f,70867728950e1234",
    /^WEBHOOK_SECRET: must be one secret, or two by comma$/,
  ],
  ["WEBHOOK_SECRET", "hidden", /^WEBHOOK_SECRET: must have at least 16 characters$/],
  ["API_BASE_URL", "https://cms:hidden@cms.example", /^API_BASE_URL: must be an address without a name/],
  ["LOG_LEVEL", "loud", /^LOG_LEVEL=loud: must be silent, fatal/],
])("%s=%s is a clear sentence", (name, value, sentence) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(EnvironmentError);
  expect(() => readEnvironment({ [name]: value })).toThrow(sentence);
  expect(() => readEnvironment({ [name]: value })).not.toThrow("hidden");
});

test("every wrong variable is named at once", () => {
  expect(() => readEnvironment({ PORT: "x", LOG_LEVEL: "y" })).toThrow(/^PORT=x.*\nLOG_LEVEL=y/);
});

test("a secret is one, or two by comma", () => {
  const [one, other] = ["9f2c4e71ab38d056", "0f8fad5bd9cb469f"];
  expect(readEnvironment({ PURGE_SECRET: one }).PURGE_SECRET).toEqual([one]);
  expect(readEnvironment({ PURGE_SECRET: `${one}, ${other}` }).PURGE_SECRET).toEqual([one, other]);
});
