import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";

/** The rooms in reading order. A room imports only from itself and from rooms above it. */
const rooms = readFileSync("docs/rooms.txt", "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" ")[0]!);

const findRoom = (path: string) =>
  rooms
    .filter((room) => path === room || path.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)
    .at(0);

const files = globSync("{app,server,scripts,backend-kit}/**/*.{ts,tsx,css}").filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

test("a source file or style imports only from its own room and from rooms above it", () => {
  const problems = files.flatMap((file) => {
    const room = findRoom(file);
    if (room === undefined) return [`${file} is in no room`];
    const imports = readFileSync(file, "utf8").matchAll(/(?:from|import|url)\s*\(?\s*["'](#|\.{1,2}\/)([^"']+)["']/g);
    return Array.from(imports, ([, start, rest]) =>
      start === "#" ? rest! : posix.join(posix.dirname(file), start! + rest!),
    ).flatMap((imported) => {
      const other = findRoom(imported);
      return other !== undefined && rooms.indexOf(other) > rooms.indexOf(room) ? [`${file} imports ${imported}`] : [];
    });
  });
  expect(problems).toEqual([]);
});

test("each room has a file, and stands once in the list", () => {
  expect(rooms.filter((room) => !files.some((file) => findRoom(file) === room))).toEqual([]);
  expect(new Set(rooms).size).toBe(rooms.length);
});
