import { join } from "node:path";
import { listFiles } from "../../runtime/folders.ts";
import { createFileProblem, say, type Problem } from "./problem.ts";

/** Finds files that their author expects on the site. Hidden files, a README.md and other types are allowed, and links aren't followed. */
export function findUnreadFiles(root: string, readFiles: ReadonlySet<string>): Problem[] {
  const { files, links } = listFiles(root);
  const unread = files.filter((name) => isLikeContent(name) && !readFiles.has(join(root, name)));
  const folders = files.flatMap((name) => /^(?:.*?\.(?:md|ya?ml))(?=\/)/i.exec(name)?.[0] ?? []);
  const wrongFolders = [...new Set(folders)].filter((name) => !readFiles.has(join(root, name)));
  return [
    ...wrongFolders.map((name) => createFileProblem(join(root, name), say("folderForFile"), "(folder)")),
    ...links
      .filter((name) => !readFiles.has(join(root, name)))
      .map((name) => createFileProblem(join(root, name), say("link"), "(link)")),
    ...unread.map((name) => createFileProblem(join(root, name), say("unread"))),
  ];
}

/** Whether a name looks like content. Windows may add a hidden `.txt`: `index.cn.md.txt`. */
function isLikeContent(name: string): boolean {
  return !/(?:^|\/)README\.md$/.test(name) && /\.(?:md|markdown|ya?ml)(?:\.txt)?$/i.test(name);
}
