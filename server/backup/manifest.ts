import type { Readable } from "node:stream";
import * as z from "zod/mini";
import { isKey } from "#server/integrations/files/file-store.ts";

/** Archives with a higher format were written by a later version of the portal. */
export const archiveFormat = 1;

/** The archive or the destination can't be used. `message` says why and what to do. */
export class BackupError extends Error {}

const nonNegativeInteger = z.int().check(z.nonnegative());

export const filePrefix = "files/";

/** An entry of the archive, uncompressed. */
const part = z.object({
  name: z.string(),
  bytes: nonNegativeInteger,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type ArchivePart = z.infer<typeof part>;

/** Adds an entry to the archive and resolves when all of its content has been read. */
export type AddPart = (name: string, content: Readable) => Promise<{ part: ArchivePart; lines: number }>;

/** `manifest.json`: the archive's contents and origin. */
export const manifestShape = z.object({
  format: z.literal(archiveFormat),
  madeAt: z.iso.datetime(),
  portalVersion: z.string(),
  postgresqlVersion: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })).check(z.minLength(1)),
  /** Each table in COPY's text format. Generated columns are left out and computed again. */
  tables: z.array(
    z.object({ table: z.string(), columns: z.array(z.string()), rows: nonNegativeInteger, part }),
  ),
  /**
   * The jobs that were waiting or running, except the backup itself. Null if the portal has never started and
   * their tables don't exist yet.
   */
  jobs: z.nullable(z.object({ rows: nonNegativeInteger, part })),
  /** The last value of each sequence. */
  sequences: z.array(z.object({ sequence: z.string(), lastValue: z.int() })),
  /** SHA-256 over the last hash of every work order's log. */
  logHeads: z.object({ rows: nonNegativeInteger, sha256: z.string() }),
  files: z.array(
    z.extend(part, {
      name: z
        .string()
        .check(z.refine((name) => name.startsWith(filePrefix) && isKey(name.slice(filePrefix.length)))),
    }),
  ),
  /** Keys of files that rows refer to but that weren't in the store. */
  missingFiles: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestShape>;

export const listParts = ({ tables, jobs, files }: Manifest): ArchivePart[] => [
  ...tables.map((table) => table.part),
  ...(jobs === null ? [] : [jobs.part]),
  ...files,
];

/** Receives the progress of a backup or restore: the finished share from 0 to 1, and the current step. */
export type OnProgress = (share: number, step: string) => void;

export const manifestName = "manifest.json";
/** `HASH  manifest.json`, the format `sha256sum --check` reads. */
export const manifestHashName = "manifest.sha256";
