import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { createMediaAddresses } from "../setup/media-addresses.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { getMissingS3Reason, s3Packages, startS3, type RunningS3 } from "../setup/s3.ts";
import { createSiteFolder } from "../setup/site-folder.ts";
import { formatName } from "../setup/skipped.ts";

test("without the package the start names the command that installs it", async () => {
  const variables = { MEDIA_STORE: "s3://pictures", AWS_REGION: "us-east-1" };
  await expect(startSite(variables)).rejects.toThrow(
    "MEDIA_STORE needs a package: run `npm install --no-save @aws-sdk/client-s3@3` first.",
  );
});

const reason = getMissingS3Reason();

describe.skipIf(reason !== undefined)(formatName("two nodes with one S3", reason), () => {
  const content = compileTestContent();
  const api = createEmbeddedApi(content.index);
  const folders = [createSiteFolder({ packages: s3Packages }), createSiteFolder({ packages: s3Packages })];
  const fetched: string[] = [];
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let s3: RunningS3;
  let nodes: RunningSite[];

  beforeAll(async () => {
    const photo = await sharp({ create: { width: 1000, height: 500, channels: 3, background: "green" } })
      .jpeg()
      .toBuffer();
    backend = await startBackend((request) => {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/upload/")) return api(request);
      fetched.push(pathname);
      return Promise.resolve(new Response(new Uint8Array(photo), { headers: { "Content-Type": "image/jpeg" } }));
    });
    s3 = await startS3();
    nodes = await Promise.all(
      folders.map(({ folder, start }) =>
        start({ DATA_DIR: join(folder, "data"), API_BASE_URL: backend.origin, LOG_LEVEL: "info", ...s3.variables }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await s3.remove();
    await backend.stop();
    content.dispose();
    for (const folder of folders) folder.dispose();
  });

  /** Requests a picture of the backend from a node; its addresses are signed with a key of its own. */
  async function getPicture(index: number, name: string, width = 200) {
    const address = createMediaAddresses(join(folders[index]!.folder, "data"), backend.origin)(`/upload/${name}`);
    const response = await fetch(`${nodes[index]!.origin}${address}&w=${width}`);
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  const readReasons = async (node: RunningSite) =>
    ((await (await fetch(`${node.origin}/readyz`)).json()) as { reasons: string[] }).reasons;

  test("a picture that one node has made is served by the other, and isn't fetched again", async () => {
    const first = await getPicture(0, "a.jpg");
    expect(first.status).toBe(200);
    expect(s3.list()).toHaveLength(2);
    expect((await getPicture(1, "a.jpg")).bytes.equals(first.bytes)).toBe(true);
    expect(fetched).toEqual(["/upload/a.jpg"]);
    expect(s3.list()).toHaveLength(2);
  });

  test("while S3 is unavailable pictures and pages are served, and the probes say so; it is used again when it is available", async () => {
    const node = nodes[0]!;
    await s3.stop();
    for (const name of ["a.jpg", "b.jpg"]) expect((await getPicture(0, name, 400)).status).toBe(200);
    expect((await fetch(`${node.origin}/product/list`)).status).toBe(200);
    expect((await fetch(`${node.origin}/readyz`)).status).toBe(200);
    expect(await readReasons(node)).toEqual([expect.stringMatching(/^pictures: S3 can't be used \(.+\)/)]);
    expect(await (await fetch(`${node.origin}/metrics`)).text()).toMatch(/^media_store_failures_total\{.*\} [1-9]/m);
    await s3.start();
    const storedCount = s3.list().length;
    await waitUntil(async () => {
      await getPicture(0, "c.jpg");
      return s3.list().length === storedCount + 2;
    });
    expect(await readReasons(node)).toEqual([]);
    expect(node.output()).toContain("S3 can't be used: pictures aren't kept");
    expect(node.output()).toContain("pictures are kept in S3 again");
  });
});
