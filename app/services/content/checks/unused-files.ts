import { join } from "node:path";
import {
  createFileProblem,
  createMessage,
  type MessageKey,
  type Problem,
} from "#app/services/content/problems/problem.ts";
import { isFile, isUsableName, listFiles, type ListedFiles } from "#app/services/runtime/folders.ts";

/** Finds unreadable files, links to anything but a file, and folders named like files. */
export function findUnreadable(root: string, listed: ListedFiles = listFiles(root)): Problem[] {
  const { folders, links, others } = listed;
  const report = (name: string, key: MessageKey, field?: string) =>
    createFileProblem(join(root, name), createMessage(key), field);
  return [
    ...folders.filter(isLikeContent).map((name) => report(name, "folderForFile")),
    ...links.filter((name) => !isFile(join(root, name))).map((name) => report(name, "link", "(link)")),
    ...others.map((name) => report(name, isUsableName(name) ? "specialFile" : "nameEncoding")),
  ];
}

/** Finds files that look like content but aren't used. Hidden files, a README.md and other types are allowed. */
export function findUnusedFiles(root: string, readFiles: ReadonlySet<string>): Problem[] {
  const listed = listFiles(root);
  const unused = listed.files.filter(isLikeContent);
  const links = listed.links.filter((name) => isFile(join(root, name)));
  return [
    ...findUnreadable(root, listed),
    ...links.map((name) => createFileProblem(join(root, name), createMessage("link"), "(link)")),
    ...unused.map((name) => createFileProblem(join(root, name), createMessage("unread"))),
  ].filter(({ file }) => !readFiles.has(file));
}

/** Whether a name looks like content. Windows may add a hidden `.txt`, as in `index.cn.md.txt`. */
function isLikeContent(name: string): boolean {
  return !/(?:^|\/)README\.md$/.test(name) && /\.(?:md|markdown|ya?ml)(?:\.txt)?$/i.test(name);
}
