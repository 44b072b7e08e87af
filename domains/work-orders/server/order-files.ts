import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { kindBySentName } from "#domains/documents/server/check-kind.ts";
import { type KeptFile, keepFile } from "#domains/documents/server/keep-file.ts";
import { attachmentNamed } from "#server/http/content-disposition.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { readForm } from "#server/http/read-form.ts";
import type { sent } from "#server/http/response.ts";
import { check } from "#server/http/route.ts";
import { type Exchange, sendFileInParts } from "#server/http/send-kept-file.ts";
import { forbidden, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { ActivityContent } from "../activity-text.ts";
import type { WorkOrder } from "../contract.ts";
import { addFiles, filesAtOnceMax, filesOfOrderMax } from "../files-contract.ts";
import { fileScope } from "./access.ts";
import { addActivity } from "./activity.ts";
import { mayRemove, presentOrder } from "./present.ts";
import { notifyParticipants, publishOrderChange } from "./publish-change.ts";
import { findKeptOrder, findOrder, lockOrder, type WorkOrderRecord } from "./queries.ts";

type FilesForm = BodyOf<typeof addFiles>;

const missing = "Please choose a file.";

/**
 * Reads a form with files of the kinds that documents have (DOC-24). Nobody waits for a later scan, so they are scanned at once.
 * @throws AppError invalid, too_large, wrong_kind, disk_full, unavailable, each with a sentence
 */
export async function readFilesForm(
  ctx: SignedInCtx,
  request: FastifyRequest,
): Promise<{ body: FilesForm; files: KeptFile[] }> {
  if (!request.isMultipart()) throw invalid({ files: missing });
  const files: KeptFile[] = [];
  const fields = await readForm(ctx, request, {
    ...addFiles.files,
    sentences: {
      elsewhere: "Files are sent in the field files.",
      tooMany: `Please add at most ${filesAtOnceMax} files at once.`,
      tooLarge: "Each file may have at most 10 MB.",
    },
    take: async (received) => {
      if (received.bytes === 0) throw invalid({ files: "A file is empty." });
      files.push(await keepFile(ctx, received, { kind: kindBySentName(received.name), scan: "now" }));
    },
  });
  return { body: check(addFiles.body, fields) as FilesForm, files };
}

/**
 * Adds files to an order at any time. They are not part of what is signed, so its version stays.
 * @throws AppError not_found; forbidden; invalid without files, and when the order takes no more of them
 */
export async function addFilesTo(
  ctx: SignedInCtx,
  id: number,
  { files, body }: { files: readonly KeptFile[]; body: FilesForm },
): Promise<WorkOrder> {
  const { actor, db } = ctx;
  const isStaff = actor.role !== "tenant";
  const internal = body.internal === undefined ? isStaff : body.internal === "true";
  if (internal && !isStaff) throw forbidden("Only staff can add files for staff only.");
  if (files.length === 0) throw invalid({ files: missing });
  const order = await lockOrder(ctx, id);
  await refuseOverLimit(ctx, id, { internal, more: files.length });
  await db
    .insertInto("work_order_files")
    .values(
      files.map(({ file, name, mediaType }) => ({
        work_order_id: id,
        property_id: order.property_id,
        file_key: file.key,
        name,
        media_type: mediaType,
        bytes: file.bytes,
        sha256: file.sha256,
        internal,
        added_by_id: actor.id,
        created_at: ctx.now,
      })),
    )
    .execute();
  const added = files.map(({ file, name }) => ({ name, sha256: file.sha256.toString("hex") }));
  const changed = await recordChange(ctx, order, { change: { added }, internal });
  await notifyParticipants(
    ctx,
    order,
    {
      kind: "work-order.files",
      particulars: { workOrderId: id, title: order.title, by: actor.fullName, count: files.length },
    },
    { staffOnly: internal },
  );
  return changed;
}

/** Files for staff only are counted for themselves, so that tenants do not learn of them. */
async function refuseOverLimit(
  { db }: SignedInCtx,
  id: number,
  { internal, more }: { internal: boolean; more: number },
): Promise<void> {
  const { count } = await db
    .selectFrom("work_order_files")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("work_order_id", "=", id)
    .where("internal", "=", internal)
    .executeTakeFirstOrThrow();
  if (count + more > filesOfOrderMax)
    throw invalid({
      files: `A work order takes at most ${filesOfOrderMax} files${internal ? " for staff only" : ""}; this one has ${count}.`,
    });
}

/** Removes a file for good. @throws AppError not_found; forbidden for a tenant who did not add it */
export async function removeFileOf(ctx: SignedInCtx, id: number, fileId: number): Promise<WorkOrder> {
  const order = await lockOrder(ctx, id);
  const { internal, name, ...file } = await fileOf(ctx, id, fileId);
  if (!mayRemove(file, ctx.actor)) throw forbidden("You can remove only files that you added.");
  await ctx.db.deleteFrom("work_order_files").where("id", "=", fileId).execute();
  ctx.afterCommit(() => ctx.files.remove(file.key));
  const removed = { name, sha256: file.sha256.toString("hex") };
  return recordChange(ctx, order, { change: { removed }, internal });
}

/** Sends a file to a user who may see it. @throws AppError not_found */
export async function sendOrderFile(
  ctx: SignedInCtx,
  exchange: Exchange,
  id: number,
  fileId: number,
): Promise<typeof sent> {
  await findKeptOrder(ctx.db, ctx.actor.accessScope, id);
  const file = await fileOf(ctx, id, fileId);
  return sendFileInParts(ctx, exchange, { ...file, disposition: attachmentNamed(file.name) });
}

interface FileOfOrder {
  key: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: Buffer;
  internal: boolean;
  added_by_id: number;
}

async function fileOf({ db, actor }: SignedInCtx, id: number, fileId: number): Promise<FileOfOrder> {
  const { rows } = await sql<FileOfOrder>`
    select f.file_key as key, f.name, f.media_type as "mediaType", f.bytes, f.sha256, f.internal, f.added_by_id
    from work_order_files f
    where f.id = ${fileId} and f.work_order_id = ${id} and ${fileScope(actor.accessScope)}`.execute(db);
  const file = rows[0];
  if (file === undefined) throw notFound("file");
  return file;
}

async function recordChange(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  {
    change,
    internal,
  }: {
    change: Extract<ActivityContent, { actionType: "files_changed" }>["particulars"];
    internal: boolean;
  },
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  await addActivity(ctx, order, { actionType: "files_changed", particulars: change, internal });
  publishOrderChange(ctx, "work-order.files", order, internal);
  return presentOrder(await findOrder(db, actor.accessScope, order.id), actor, now);
}
