import { join } from "node:path";

/** Where things are, from the folder that the site is started in. */
export const paths = {
  content: "content",
  build: "build",
  stamp: join("build", "stamp.json"),
  buildLock: "build.lock",
  earlierBuilds: "build.earlier",
  compileCache: join("build", "compile-cache"),
  builds: join("build", "builds.json"),
  contentIndex: join("build", "content.sqlite"),
  client: join("build", "client"),
  serverBuild: join("build", "server", "index.js"),
  public: "public",
  plates: join("public", "plates"),
  icons: join("public", "icons"),
  sharePictures: join("public", "share"),
};

/** Name of the SQLite file in `DATA_DIR`. */
export const databaseFile = "site.sqlite";
