import { join } from "node:path";

/** Paths, relative to the folder in which the site is started. */
export const paths = {
  build: "build",
  stamp: join("build", "stamp.json"),
  buildLock: "build.lock",
  earlierBuilds: "build.earlier",
  builds: join("build", "builds.json"),
  client: join("build", "client"),
  /** The editor of the desk. */
  editor: join("build", "editor"),
  serverBuild: join("build", "server", "index.js"),
  public: "public",
  /** The compiled content of `npm run dev`. */
  developmentContent: join("build", "development"),
};

/** Folders of `public` that belong to the content. In front of an owner's system they aren't served. */
export const contentFoldersOfPublic: readonly string[] = ["files", "photos", "plates", "qr"];

/** Name of the SQLite file in `DATA_DIR`. */
export const databaseFile = "site.sqlite";

/** Folder of the releases in `DATA_DIR`. */
export const releasesFolder = "releases";
