import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { StoredUpload } from "#domains/documents/server/uploads/store-file.ts";
import { storeOnlyFile } from "#domains/documents/server/uploads/store-only-file.ts";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { formatAttachment } from "#server/http/files/content-disposition.ts";
import { type RequestAndReply, sendFileRange } from "#server/http/files/send-stored-file.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import {
  addQuestionFile as addEndpoint,
  describeLine,
  maxFilesPerQuestion,
  type Question,
} from "../../questions-contract.ts";
import { findQuestion } from "./list-questions.ts";

/**
 * Stores a file of a question, or of its coming answer (REC-16). It can have the same types as documents (DOC-24), and is
 * scanned for viruses right away. A file that was added before isn't added again.
 * @throws AppError not_found; conflict for an answered question; invalid, too_large, unsupported_type
 */
export async function addQuestionFile(
  ctx: SignedInCtx,
  id: number,
  request: FastifyRequest,
): Promise<Question> {
  assertCanAdd(await findQuestion(ctx, id));
  const upload = await storeOnlyFile(ctx, request, addEndpoint.files);
  return inTransaction(ctx.db, (db) => saveFile({ ...ctx, db }, id, upload));
}

async function saveFile(
  ctx: SignedInCtx,
  id: number,
  { file, name, mediaType }: StoredUpload,
): Promise<Question> {
  await sql`select from recovery_questions where id = ${id} for update`.execute(ctx.db);
  const question = await findQuestion(ctx, id);
  assertCanAdd(question);
  if (question.files.length >= maxFilesPerQuestion)
    throw invalid({ file: `A question can have up to ${maxFilesPerQuestion} files.` });
  const inserted = await ctx.db
    .insertInto("recovery_question_files")
    .values({
      question_id: id,
      file_key: file.key,
      name,
      media_type: mediaType,
      bytes: file.bytes,
      sha256: file.sha256,
      added_by_id: ctx.actor.id,
      added_at: ctx.now,
    })
    .onConflict((existing) => existing.columns(["question_id", "sha256"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted === undefined) {
    ctx.afterCommit(() => ctx.files.remove(file.key));
    return question;
  }
  const { leaseId, property, year } = question;
  await audit(ctx, {
    action: "reconciliation.question-file-added",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId: property.id,
    details: { year, question: id, line: describeLine(question), file: name },
  });
  publishLeaseChange(ctx, { id: leaseId, property_id: property.id });
  return findQuestion(ctx, id);
}

function assertCanAdd({ can }: Question): void {
  if (!can.addFiles) throw conflict("This question isn't open anymore, so files can't be added.");
}

interface StoredFile {
  key: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: Buffer;
}

/** Sends a file of a question or its answer. @throws AppError not_found */
export async function sendQuestionFile(
  ctx: SignedInCtx,
  exchange: RequestAndReply,
  { id, fileId }: { id: number; fileId: number },
): Promise<typeof sent> {
  await findQuestion(ctx, id);
  const { rows } = await sql<StoredFile>`
    select file_key as key, name, media_type as "mediaType", bytes, sha256
    from recovery_question_files where id = ${fileId} and question_id = ${id}`.execute(ctx.db);
  const [file] = rows;
  if (file === undefined) throw notFound("file");
  return sendFileRange(ctx, exchange, { ...file, disposition: formatAttachment(file.name) });
}
