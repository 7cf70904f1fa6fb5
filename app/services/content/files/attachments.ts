import type { FileData, Problem } from "./content-file.ts";
import type { Attachment } from "./content-source.ts";
import { findFileProblems, readPublicFileSize } from "./public-files.ts";

type WithAttachments = { attachments: { title: string; url: string }[] };

/** Returns the files that a text offers for download, with the sizes of those on this site, and a problem for each missing one. */
export function readAttachments({ value, createProblem }: FileData<WithAttachments>): {
  attachments: Attachment[];
  problems: Problem[];
} {
  const problems = value.attachments.flatMap(({ url }, index) =>
    url.startsWith("/")
      ? findFileProblems(url).map((message) => createProblem(["attachments", index, "url"], message))
      : [],
  );
  const attachments = value.attachments.map((attachment) => {
    const size = attachment.url.startsWith("/") ? readPublicFileSize(attachment.url) : undefined;
    return size === undefined ? attachment : { ...attachment, size };
  });
  return { attachments, problems };
}
