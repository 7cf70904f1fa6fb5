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
