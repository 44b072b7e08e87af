import { randomUUID } from "node:crypto";
import { mkdir, opendir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** A folder of this machine in which files lie while they are received. */
export interface IncomingFolder {
  place(): Promise<string>;
  /** Takes away what was left there before `before`, by requests whose process was killed. Gives how many. */
  sweep(before: Date): Promise<number>;
}

export function incomingFolder(folder: string): IncomingFolder {
  return {
    async place() {
      await mkdir(folder, { recursive: true });
      return path.join(folder, randomUUID());
    },
    async sweep(before) {
      let swept = 0;
      const entries = await opendir(folder).catch(() => []);
      for await (const { name } of entries) {
        const file = path.join(folder, name);
        const facts = await stat(file).catch(() => undefined);
        if (facts === undefined || facts.mtime >= before) continue;
        await rm(file, { recursive: true, force: true });
        swept += 1;
      }
      return swept;
    },
  };
}
