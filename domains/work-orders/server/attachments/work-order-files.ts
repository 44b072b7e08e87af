import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { kindFromUploadName } from "#domains/documents/server/content-checks/check-kind.ts";
import { type StoredUpload, storeFile } from "#domains/documents/server/uploads/store-file.ts";
import { isStaff } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { parseInput } from "#server/http/endpoints/route.ts";
import { formatAttachment } from "#server/http/files/content-disposition.ts";
import { type RequestAndReply, sendFileRange } from "#server/http/files/send-stored-file.ts";
import { readForm } from "#server/http/requests/read-form.ts";
import { forbidden, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { ActivityContent } from "../../activity-text.ts";
import type { WorkOrder } from "../../contract.ts";
import { addFiles, maxFilesPerUpload, maxFilesPerWorkOrder } from "../../files-contract.ts";
import { fileScope } from "../access.ts";
import { addActivity } from "../activity/activity.ts";
import { canRemove, presentWorkOrder } from "../present.ts";
import { notifyParticipants, publishWorkOrderChange } from "../publish-change.ts";
import {
  findWorkOrder,
  findWorkOrderEvenIfDeleted,
  lockWorkOrder,
  type WorkOrderRecord,
} from "../queries.ts";

type FilesForm = BodyOf<typeof addFiles>;

const missingFile = "Please select a file.";

/**
 * Reads a form with files of the types allowed for documents (DOC-24). Virus scans run right away, because no
 * later step waits for them.
 * @throws AppError invalid, too_large, unsupported_type, disk_full, unavailable, each with a message
 */
export async function readFileForm(
  ctx: SignedInCtx,
  request: FastifyRequest,
): Promise<{ body: FilesForm; files: StoredUpload[] }> {
  if (!request.isMultipart()) throw invalid({ files: missingFile });
  const files: StoredUpload[] = [];
  const fields = await readForm(ctx, request, {
    ...addFiles.files,
    messages: {
      wrongField: "Send files in the “files” field.",
      tooMany: `Add up to ${maxFilesPerUpload} files at a time.`,
      tooLarge: "Each file can be up to 10 MB.",
    },
    onFile: async (received) => {
      if (received.bytes === 0) throw invalid({ files: "One of the files is empty." });
      files.push(await storeFile(ctx, received, { kind: kindFromUploadName(received.name), scan: "now" }));
    },
  });
  return { body: parseInput(addFiles.body, fields) as FilesForm, files };
}

/**
 * Adds files to a work order. Signatures don't cover files, so the version stays the same.
 * @throws AppError not_found; forbidden; invalid without files or over the limit
 */
export async function addWorkOrderFiles(
  ctx: SignedInCtx,
  id: number,
  { files, body }: { files: readonly StoredUpload[]; body: FilesForm },
): Promise<WorkOrder> {
  const { actor, db } = ctx;
  const isByStaff = isStaff(actor.accessScope);
  const internal = body.internal === undefined ? isByStaff : body.internal === "true";
  if (internal && !isByStaff) throw forbidden("Only staff can add staff-only files.");
  if (files.length === 0) throw invalid({ files: missingFile });
  const order = await lockWorkOrder(ctx, id);
  await assertFileLimit(ctx, id, { internal, addedCount: files.length });
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
  const addedFiles = files.map(({ file, name }) => ({ name, sha256: file.sha256.toString("hex") }));
  const changedOrder = await recordFilesChange(ctx, order, { change: { added: addedFiles }, internal });
  await notifyParticipants(
    ctx,
    order,
    {
      kind: "work-order.files",
      details: { workOrderId: id, title: order.title, by: actor.fullName, count: files.length },
    },
    { staffOnly: internal },
  );
  return changedOrder;
}

/** Staff-only files have a separate limit, so tenants can't infer how many there are. */
async function assertFileLimit(
  { db }: SignedInCtx,
  id: number,
  { internal, addedCount }: { internal: boolean; addedCount: number },
): Promise<void> {
  const { count } = await db
    .selectFrom("work_order_files")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("work_order_id", "=", id)
    .where("internal", "=", internal)
    .executeTakeFirstOrThrow();
  if (count + addedCount > maxFilesPerWorkOrder)
    throw invalid({
      files: internal
        ? `Work orders can have up to ${maxFilesPerWorkOrder} staff-only files; this one has ${count}.`
        : `Work orders can have up to ${maxFilesPerWorkOrder} files; this one has ${count}.`,
    });
}

/** Permanently removes a file. @throws AppError not_found; forbidden for tenants who didn't add it */
export async function removeWorkOrderFile(ctx: SignedInCtx, id: number, fileId: number): Promise<WorkOrder> {
  const order = await lockWorkOrder(ctx, id);
  const { internal, name, ...file } = await findFile(ctx, id, fileId);
  if (!canRemove(file, ctx.actor.accessScope)) throw forbidden("You can only remove files you added.");
  await ctx.db.deleteFrom("work_order_files").where("id", "=", fileId).execute();
  ctx.afterCommit(() => ctx.files.remove(file.key));
  const removedFile = { name, sha256: file.sha256.toString("hex") };
  return recordFilesChange(ctx, order, { change: { removed: removedFile }, internal });
}

/** Sends a file to a user with access to it. @throws AppError not_found */
export async function sendWorkOrderFile(
  ctx: SignedInCtx,
  exchange: RequestAndReply,
  id: number,
  fileId: number,
): Promise<typeof sent> {
  await findWorkOrderEvenIfDeleted(ctx.db, ctx.actor.accessScope, id);
  const file = await findFile(ctx, id, fileId);
  return sendFileRange(ctx, exchange, { ...file, disposition: formatAttachment(file.name) });
}

interface StoredFile {
  key: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: Buffer;
  internal: boolean;
  added_by_id: number;
}

async function findFile({ db, actor }: SignedInCtx, id: number, fileId: number): Promise<StoredFile> {
  const { rows } = await sql<StoredFile>`
    select f.file_key as key, f.name, f.media_type as "mediaType", f.bytes, f.sha256, f.internal, f.added_by_id
    from work_order_files f
    where f.id = ${fileId} and f.work_order_id = ${id} and ${fileScope(actor.accessScope)}`.execute(db);
  const file = rows[0];
  if (file === undefined) throw notFound("file");
  return file;
}

async function recordFilesChange(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  {
    change,
    internal,
  }: {
    change: Extract<ActivityContent, { actionType: "files_changed" }>["details"];
    internal: boolean;
  },
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  await addActivity(ctx, order, { actionType: "files_changed", details: change, internal });
  publishWorkOrderChange(ctx, "work-order.files", order, internal);
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, order.id), actor, now);
}
