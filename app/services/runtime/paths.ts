import { join } from "node:path";

/** Paths relative to the site's working folder. */
export const paths = {
  build: "build",
  stamp: join("build", "stamp.json"),
  buildLock: "build.lock",
  earlierBuilds: "build.earlier",
  builds: join("build", "builds.json"),
  client: join("build", "client"),
  editor: join("build", "editor"),
  serverBuild: join("build", "server", "index.js"),
  child: join("server", "child.ts"),
  drawing: join("server", "draw-pdfs.ts"),
  public: "public",
  developmentContent: join("build", "development"),
};

/** Folders of `public` with files of the content. They aren't served if the site uses the owner's backend. */
export const contentFoldersOfPublic: readonly string[] = ["files", "photos", "plates", "qr"];

export const databaseFile = "site.sqlite";
export const releasesFolder = "releases";
