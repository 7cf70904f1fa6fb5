import { register } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { RequestDurations } from "./request-durations.ts";
import { metricsText } from "./metrics.ts";

afterEach(() => register.clear());

test("requests are counted as a histogram that Prometheus reads", async () => {
  const durations = new RequestDurations({ name: "d", help: "Durations", buckets: [0.1, 1] });
  for (const seconds of [0.05, 0.1, 0.5, 7]) durations.observe("GET", "/news", 200, seconds);
  durations.observe("HEAD", "/news", 404, 0.05);
  const { text } = await metricsText();
  expect(text.trim().split("\n")).toEqual([
    "# HELP d Durations",
    "# TYPE d histogram",
    'd_bucket{le="0.1",method="GET",route="/news",status="200"} 2',
    'd_bucket{le="1",method="GET",route="/news",status="200"} 3',
    'd_bucket{le="+Inf",method="GET",route="/news",status="200"} 4',
    'd_sum{method="GET",route="/news",status="200"} 7.65',
    'd_count{method="GET",route="/news",status="200"} 4',
    'd_bucket{le="0.1",method="HEAD",route="/news",status="404"} 1',
    'd_bucket{le="1",method="HEAD",route="/news",status="404"} 1',
    'd_bucket{le="+Inf",method="HEAD",route="/news",status="404"} 1',
    'd_sum{method="HEAD",route="/news",status="404"} 0.05',
    'd_count{method="HEAD",route="/news",status="404"} 1',
  ]);
});

test("requests that were declared begin with a count of 0", async () => {
  const durations = new RequestDurations({ name: "e", help: "Durations", buckets: [0.1] });
  durations.declare("POST", "/quotation", [429, 503]);
  durations.observe("POST", "/quotation", 503, 0.05);
  const { text } = await metricsText();
  expect(text.trim().split("\n").slice(2)).toEqual([
    'e_count{method="POST",route="/quotation",status="429"} 0',
    'e_bucket{le="0.1",method="POST",route="/quotation",status="503"} 1',
    'e_bucket{le="+Inf",method="POST",route="/quotation",status="503"} 1',
    'e_sum{method="POST",route="/quotation",status="503"} 0.05',
    'e_count{method="POST",route="/quotation",status="503"} 1',
  ]);
});
