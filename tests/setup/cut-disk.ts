import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" });

/** EXT4_IOC_SHUTDOWN without a flush of the journal: from now on nothing gets to the disk. */
const cutScript = 'open F, shift or die; my $flags = pack("L", 2); ioctl(F, 0x8004587D, $flags) or die $!';

/** A disk in a file, with an ext4 file system whose power can be cut, which loses unsynchronised data. */
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
    /** Writes copied files to the disk. */
    sync: () => run("sync", "-f", folder),
    /** No process may write afterwards. */
    cut: () => run("perl", "-e", cutScript, folder).status === 0,
    /** Processes that still use the disk must end soon. */
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

/** @returns why no power can be cut here */
export function findMissingCut(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root can mount a disk in a file, on Linux";
  const disk = createCutDisk();
  const canCut = disk.isMounted && disk.cut();
  disk.dispose();
  return canCut ? undefined : "mkfs.ext4, perl, and a container that may mount are needed";
}
