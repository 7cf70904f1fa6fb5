import { expect, test } from "vitest";
import { batchSchema } from "./batches/batches.ts";

test.each(["https://cms.example/1.webp", "/uploads/1.webp", "/files/drawn-pages/../1.webp"])(
  "a backend's certificate keeps its link, but not a page picture at %s",
  (src) => {
    const certificate = { url: "/uploads/a.pdf", pages: [{ src, srcset: `${src} 1440w`, width: 1440, height: 2038 }] };
    const batch = batchSchema.parse({ id: "A1", title: "A1", certificate });
    expect(batch.certificate).toEqual({ url: "/uploads/a.pdf" });
  },
);
