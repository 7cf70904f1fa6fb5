import { expect, test } from "vitest";
import { asCsv } from "./csv.ts";

test("cells are quoted where they must be, and none is a formula", () => {
  const csv = asCsv([
    {
      ...{
        id: "1",
        reference: "ABCDEFGH",
        kind: "guestbook" as const,
        status: "stored" as const,
        createdAt: "2026-01-01",
      },
      payload: { name: '=HYPERLINK("x")', contact: "+86138", content: 'a,b\n"c"', items: [{ id: "x" }] },
    },
  ]);
  expect(csv).toBe(
    "\uFEFFid,reference,kind,status,createdAt,name,contact,content,items\r\n" +
      '1,ABCDEFGH,guestbook,stored,2026-01-01,"\'=HYPERLINK(""x"")",\'+86138,"a,b\n""c""","[{""id"":""x""}]"\r\n',
  );
});

test.each(["=1+1", " =1+1", "\u200b=1", "\t=1", "\n=1", "＝1", "-1", "@x", "\r+1"])("%j is no formula", (name) => {
  const csv = asCsv([
    { id: "1", reference: "A", kind: "guestbook", status: "stored", createdAt: "2026", payload: { name } },
  ]);
  expect(csv.split("2026,")[1]).toMatch(/^"?'/);
});

test.each(["a\nb", "a\rb", "a\u2028b"])("%j begins no row", (name) => {
  const payload = { name, content: `${name},"x"` };
  const csv = asCsv([{ id: "1", reference: "A", kind: "guestbook", status: "stored", createdAt: "2026", payload }]);
  expect(csv).toContain(`2026,a b,"${name},""x"""\r\n`);
});
