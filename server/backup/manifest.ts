import * as z from "zod/mini";

/** Archives of a higher format were written by a later version of the portal. */
export const archiveFormat = 1;

/** The archive or the place cannot be used; `message` is one sentence that says why, and what to do. */
export class BackupRefused extends Error {}

const count = z.int().check(z.nonnegative());

/** An entry of the archive, as it is unpacked. */
const part = z.object({
  name: z.string(),
  bytes: count,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type Part = z.infer<typeof part>;

/** `manifest.json`: what the archive contains, and from what it was made. */
export const manifestShape = z.object({
  format: z.literal(archiveFormat),
  madeAt: z.iso.datetime(),
  portalVersion: z.string(),
  postgresqlVersion: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })).check(z.minLength(1)),
  /** Each as the text that COPY writes; generated columns are computed again. */
  tables: z.array(z.object({ table: z.string(), columns: z.array(z.string()), rows: count, part })),
  /** The jobs that were waiting or running, but the backup; null before the first start has made their tables. */
  jobs: z.nullable(z.object({ rows: count, part })),
  /** The last value each sequence gave out. */
  sequences: z.array(z.object({ sequence: z.string(), lastValue: z.int() })),
  /** SHA-256 over the last hash of every work order's log. */
  logHeads: z.object({ rows: count, sha256: z.string() }),
  files: z.array(part),
  /** Keys of files that rows name and that were not in the store. */
  missingFiles: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestShape>;

export const partsOf = ({ tables, jobs, files }: Manifest): Part[] => [
  ...tables.map((table) => table.part),
  ...(jobs === null ? [] : [jobs.part]),
  ...files,
];

/** Tells how far a backup or restore is; `share` is from 0 to 1, and `step` names what is in progress. */
export type Progress = (share: number, step: string) => void;

export const filePrefix = "files/";
export const manifestName = "manifest.json";
/** `HASH  manifest.json`, as `sha256sum --check` reads it. */
export const manifestHashName = "manifest.sha256";
