import { createHash } from "node:crypto";
import { sql } from "kysely";
import { isStaff } from "#server/access/viewer.ts";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { boundedQueue } from "#server/http/protection/bounded-queue.ts";
import { getSender } from "#server/http/requests/sender.ts";
import { inSnapshot } from "#server/http/requests/transaction.ts";
import { AppError } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { verifyRecords } from "../../files-contract.ts";
import { fileScope } from "../access.ts";
import { findWorkOrderEvenIfDeleted } from "../queries.ts";
import { contentHash } from "./content-hash.ts";
import { type ContentVersion, readContentVersions } from "./content-versions.ts";

/**
 * Recomputes every hash of a work order: its log up to the newest entry, its photos, files, and signatures in
 * the file store, its current content, and the version each signature covers. Reports each mismatch in a
 * sentence. Removed photos and files aren't checked.
 * @throws AppError not_found; unavailable if the file storage is unreachable
 */
export async function verifyWorkOrder(
  ctx: SignedInCtx,
  id: number,
): Promise<ResponseOf<typeof verifyRecords>> {
  // Reads one snapshot, because the work order could change between two statements.
  const { order, chain, images, files, signatures, versions } = await inSnapshot(ctx.db, (db) =>
    readEvidence({ ...ctx, db }, id),
  );
  const problems = [...chain.problems];
  await hashQueue(getSender(ctx), async () => {
    for (const [index, image] of images.entries())
      if (!(await hasHash(ctx, image.file_key, image.sha256)))
        problems.push(`Photo ${index + 1} doesn't match the original.`);
    for (const { name, key, sha256 } of files)
      if (!(await hasHash(ctx, key, sha256))) problems.push(`${name} doesn't match the original.`);
    for (const signature of signatures)
      if (!(await hasHash(ctx, signature.file_key, signature.sha256)))
        problems.push(`${signature.signed_by_name}'s signature doesn't match the original.`);
  });
  const photos = images.map(({ sha256 }) => sha256);
  const currentHash = contentHash({ ...order, photos }, order.content_hash_version);
  if (!currentHash.equals(order.content_hash))
    problems.push("The work order's text was changed outside the portal.");
  // Earlier versions are derived from the current content, so they're unknown if it was altered.
  else
    for (const signature of signatures)
      if (!versions.some((version) => isSignatureOf(signature, version)))
        problems.push(`${signature.signed_by_name} signed content that this work order never had.`);
  return {
    valid: problems.length === 0,
    entries: chain.entries,
    photos: images.length,
    files: files.length,
    signatures: signatures.length,
    problems,
    headHash: chain.headHash,
  };
}

async function readEvidence(ctx: SignedInCtx, id: number) {
  const { db, actor } = ctx;
  const order = await findWorkOrderEvenIfDeleted(db, actor.accessScope, id);
  const chain = await verifyChain(ctx, id);
  const images = await db
    .selectFrom("work_order_images")
    .selectAll()
    .where("work_order_id", "=", id)
    .orderBy("position")
    .execute();
  const { rows: files } = await sql<{ name: string; key: string; sha256: Buffer }>`
    select f.name, f.file_key as key, f.sha256 from work_order_files f
    where f.work_order_id = ${id} and ${fileScope(actor.accessScope)} order by f.id`.execute(db);
  const signatures = await db
    .selectFrom("work_order_signatures")
    .selectAll()
    .where("work_order_id", "=", id)
    .orderBy("id")
    .execute();
  return { order, chain, images, files, signatures, versions: await readContentVersions(db, order) };
}

const isSignatureOf = (
  signature: { content_hash: Buffer; content_hash_version: number },
  { content }: ContentVersion,
) => contentHash(content, signature.content_hash_version).equals(signature.content_hash);

async function verifyChain(
  { db, actor }: SignedInCtx,
  id: number,
): Promise<{ entries: number; problems: string[]; headHash: string }> {
  const { rows } = await sql<{
    seq: number;
    internal: boolean;
    is_linked: boolean;
    is_intact: boolean;
    hash: Buffer;
  }>`
    select a.seq, a.internal, a.hash,
      a.previous_hash = coalesce(lag(a.hash) over (order by a.seq), '') and a.seq = row_number() over (order by a.seq) as is_linked,
      a.hash = work_order_activity_digest(a.previous_hash, a) as is_intact
    from work_order_activity a where a.work_order_id = ${id} order by a.seq`.execute(db);
  const head = await db
    .selectFrom("work_order_activity_heads")
    .selectAll()
    .where("work_order_id", "=", id)
    .executeTakeFirst();
  const problems: string[] = [];
  const alteredEntry = rows.find((entry) => !entry.is_intact);
  if (alteredEntry !== undefined) problems.push(`Entry ${alteredEntry.seq} of the activity log was altered.`);
  const entryAfterGap = rows.find((entry) => !entry.is_linked);
  if (entryAfterGap !== undefined)
    problems.push(`An entry before entry ${entryAfterGap.seq} in the activity log is missing.`);
  const lastEntry = rows.at(-1);
  if (
    head === undefined ||
    lastEntry === undefined ||
    head.seq !== lastEntry.seq ||
    !head.hash.equals(lastEntry.hash)
  )
    problems.push("The most recent activity log entries are missing.");
  if (isStaff(actor.accessScope))
    return { entries: rows.length, problems, headHash: head?.hash.toString("hex") ?? "" };
  // Tenants learn nothing about internal entries: the count and latest hash cover only entries they can read.
  const readableEntries = rows.filter(({ internal }) => !internal);
  return {
    entries: readableEntries.length,
    problems,
    headHash: readableEntries.at(-1)?.hash.toString("hex") ?? "",
  };
}

/**
 * A work order can have hundreds of megabytes of photos, so only one is hashed at a time, with a bounded
 * queue.
 */
const hashQueue = boundedQueue({ concurrency: 1, maxWaiting: 40, maxWaitingPerSender: 5 });

/**
 * Whether a file matches the hash or has been removed since.
 * @throws AppError unavailable if the file storage is unreachable
 */
async function hasHash({ db, files }: SignedInCtx, key: string, expectedHash: Buffer): Promise<boolean> {
  try {
    const { stream } = await files.read(key);
    const hash = createHash("sha256");
    for await (const chunk of stream) hash.update(chunk as Buffer);
    return hash.digest().equals(expectedHash);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return !(await isReferenced(db, key));
    throw error;
  }
}

async function isReferenced(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    select file_key from work_order_images where file_key = ${key}
    union all select file_key from work_order_files where file_key = ${key}
    union all select file_key from work_order_signatures where file_key = ${key}`.execute(db);
  return rows.length > 0;
}
