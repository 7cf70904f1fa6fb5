/**
 * Ends the process with a sentence if Node is too old for the site, or the folder's name breaks tools of the build.
 * Every version of Node supports `-r`, which loads this file before an old version fails at a `.ts` file. So this file
 * must itself run on old versions. `npm ci` runs it too, because an npm on Node 18, such as Debian 12's, doesn't install
 * Node 24.
 */
if (parseInt(process.versions.node, 10) < 24) {
  console.error(
    `The site needs Node 24 or later, and this is ${process.version}. On Linux "npm ci" installs it, if Node 20 or later runs npm; elsewhere install it from https://nodejs.org.`,
  );
  process.exit(1);
}
if (/[#%?]/.test(process.cwd())) {
  console.error(`The site can't be built in ${process.cwd()}: rename the folder, so that its path has no #, % or ?.`);
  process.exit(1);
}
