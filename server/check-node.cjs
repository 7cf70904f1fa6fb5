/**
 * Ends the process with a sentence if Node is too old for the site. It is loaded with `-r`, which every version knows, before an
 * older one fails at a `.ts` file, and it must run there itself.
 */
if (parseInt(process.versions.node, 10) < 24) {
  console.error(
    `The site needs Node 24 or later, and this is ${process.version}. On Linux, "npm ci" installs Node 24 for the commands of npm; elsewhere install it from https://nodejs.org.`,
  );
  process.exit(1);
}
