import { randomUUID } from "node:crypto";
import { mkdir, opendir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** A folder of this machine in which files lie while they are received. */
export interface IncomingFolder {
  place(): string;
  /** Takes away what was left there before `before`, by requests whose process was killed. Gives how many. */
  sweep(before: Date): Promise<number>;
}

export async function openIncomingFolder(folder: string): Promise<IncomingFolder> {
  await mkdir(folder, { recursive: true });
  return {
    place: () => path.join(folder, randomUUID()),
    async sweep(before) {
      let swept = 0;
      for await (const { name } of await opendir(folder)) {
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
