import { expect, test } from "vitest";
import { createPurges } from "../../../app/submissions/purges.ts";
import { freshDatabase, storages } from "../../setup/databases.ts";

test.each(storages)(
  "%s: a purge that one process is told is heard once by each; a replay is known",
  async (storage) => {
    const fresh = await freshDatabase(storage);
    const database = await fresh.open();
    const heard: string[] = [];
    const processOf = (name: string) => {
      const purges = createPurges(database);
      purges.listen((tags) => heard.push(`${name} ${tags.join(" ")}`));
      return purges;
    };
    const [one, other] = [processOf("one"), processOf("other")];
    expect(await one.announce("s1", ["product:12", "menu"])).toBe(true);
    expect(heard).toEqual(["one product:12 menu"]);
    for (let n = 0; n < 2; n++) await Promise.all([one.look(), other.look()]);
    expect(heard).toEqual(["one product:12 menu", "other product:12 menu"]);
    expect([await one.announce("s1", ["all"]), await other.announce("s1", ["all"])]).toEqual([false, false]);
    expect(heard).toHaveLength(2);
    await fresh.remove();
  },
);
