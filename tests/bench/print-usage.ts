/** Loaded with `--import`: prints the resources that a program has used when it ends, as the last line of standard error. */
process.on("exit", () => console.error(JSON.stringify(process.resourceUsage())));
