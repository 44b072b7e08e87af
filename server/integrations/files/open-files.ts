import path from "node:path";
import type { Config } from "../../config.ts";
import type { Services } from "../../http/context.ts";
import { openDiskStore } from "./disk-store.ts";
import type { FileStore } from "./file-store.ts";
import { openS3Store } from "./s3-store.ts";

/**
 * Opens the portal's file store: the bucket if one is set, or else the data folder.
 * @throws StartupError if the object storage denies access to the bucket
 */
export async function openFiles(
  { s3, dataDir }: Pick<Config, "s3" | "dataDir">,
  log: Pick<Services["log"], "warn">,
): Promise<FileStore> {
  if (s3 === null) return openDiskStore(path.join(dataDir, "files"));
  return openS3Store(s3, { incoming: path.join(dataDir, "incoming"), log });
}
