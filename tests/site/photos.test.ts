import sharp from "sharp";
import { expect, inject, test } from "vitest";

const get = (path: string, accept = "*/*") => fetch(inject("siteOrigin") + path, { headers: { Accept: accept } });
const getHtml = async (path: string) => (await get(path)).text();
const photoTag = /<img[^>]*\ssrc="\/media\/photos\/[^>]*>/g;
const getAttribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];

test.each([
  ["/product/info/dan-shen", "木板上的三片丹参"],
  ["/en/product/info/dan-shen", "Three slices of salvia root on a board"],
])(
  "each picture of %s has its size, its description, and a `srcset` with the true widths of the files",
  async (path, alt) => {
    const html = await getHtml(path);
    const tags = html.match(photoTag)!;
    // The pictures are the cover, its thumbnail, and the picture in the text.
    expect(tags.map((tag) => getAttribute(tag, "alt"))).toEqual([alt, alt, expect.stringMatching(/./)]);
    expect(html).toMatch(/<figure><img[^>]*><figcaption>/);
    for (const tag of tags) {
      expect([getAttribute(tag, "width"), getAttribute(tag, "height")]).toEqual(["900", "1200"]);
      const candidates = getAttribute(tag, "srcset")!.split(", ");
      for (const candidate of candidates) {
        const [address, descriptor] = candidate.split(" ");
        const response = await get(address!, "image/avif,image/webp,*/*");
        expect([address, response.status, response.headers.get("Content-Type")]).toEqual([address, 200, "image/avif"]);
        const { width, height, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
        expect([`${width}w`, exif]).toEqual([descriptor, undefined]);
        expect(height! / width!).toBeCloseTo(4 / 3, 2);
      }
    }
  },
);

test("older browsers get a photo as WebP or JPEG, and unknown widths and names of photos get a 404", async () => {
  const address = getAttribute((await getHtml("/product/info/dan-shen")).match(photoTag)![0]!, "src")!;
  expect((await get(`${address}?w=400`, "image/webp,*/*")).headers.get("Content-Type")).toBe("image/webp");
  expect((await get(`${address}?w=400`)).headers.get("Content-Type")).toBe("image/jpeg");
  for (const wrongPath of [
    `${address}?w=401`,
    `${address}?w=400&x=1`,
    address.replace("900x", "901x"),
    "/media/photos/../../package.json",
    "/media/photos/IMG_0042.JPG",
    "/media/files/huang-qi-cn.pdf",
  ])
    expect([wrongPath, (await get(wrongPath)).status]).toEqual([wrongPath, 404]);
});

test("shared links show the photo with its size, and search engines find it", async () => {
  const html = await getHtml("/product/info/dan-shen");
  const getProperty = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];
  expect(getProperty("og:image")).toMatch(/\/media\/photos\/[^"]*\?w=1200$/);
  expect(["og:image:width", "og:image:height", "og:image:alt"].map(getProperty)).toEqual([
    "900",
    "1200",
    "木板上的三片丹参",
  ]);
  const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)![1]!) as {
    image: string;
  };
  expect(data.image).toBe(getProperty("og:image"));
});
