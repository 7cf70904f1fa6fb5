/**
 * Ends the process with a sentence if Node is too old for the site. It is loaded with `-r`, which every version knows, before an
 * older one fails at a `.ts` file, and it must run there itself. After `npm ci` it tells which Node the commands of npm will have: an
 * npm that runs on Node 18, such as Debian 12's, leaves out Node 24 and other packages.
 */
if (parseInt(process.versions.node, 10) < 24) {
  console.error(
    `The site needs Node 24 or later, and this is ${process.version}. On Linux "npm ci" installs it, if Node 20 or later runs npm; elsewhere install it from https://nodejs.org.`,
  );
  process.exit(1);
}
