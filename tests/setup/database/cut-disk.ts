import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" });

/** Perl script that shuts down an ext4 disk (EXT4_IOC_SHUTDOWN) without flushing its journal. */
const cutScript = 'open F, shift or die; my $flags = pack("L", 2); ioctl(F, 0x8004587D, $flags) or die $!';

/** Creates an ext4 disk in a file. Cutting its power loses unsynchronised data. */
export function createCutDisk() {
  const root = mkdtempSync(join(tmpdir(), "cut-"));
  const [image, folder] = [join(root, "image"), join(root, "disk")];
  writeFileSync(image, "");
  truncateSync(image, 1024 * 2 ** 20);
  mkdirSync(folder);
  const mount = () => run("mount", "-o", "loop", image, folder).status === 0;
  const isMounted = run("mkfs.ext4", "-q", image).status === 0 && mount();
  return {
    folder,
    isMounted,
    /** Flushes written files to the disk. */
    sync: () => run("sync", "-f", folder),
    /** Cuts the power, after which no process can write. @returns whether that succeeded */
    cut: () => run("perl", "-e", cutScript, folder).status === 0,
    /** Mounts the disk again. Processes that still use it must end soon. */
    async mountAgain(): Promise<void> {
      await expect.poll(() => run("umount", folder).status).toBe(0);
      expect(mount()).toBe(true);
    },
    dispose(): void {
      run("umount", folder);
      rmSync(image);
    },
  };
}

/** Returns the reason why a disk's power can't be cut here; `undefined` if it can. */
export function getSkipReason(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root can mount a disk in a file, on Linux";
  const disk = createCutDisk();
  const canCut = disk.isMounted && disk.cut();
  disk.dispose();
  return canCut ? undefined : "mkfs.ext4, perl, and a container that may mount are needed";
}
