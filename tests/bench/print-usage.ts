/** When a program ends, prints the resources that it has used, as the last line of standard error. Loaded with `--import`. */
process.on("exit", () => console.error(JSON.stringify(process.resourceUsage())));
