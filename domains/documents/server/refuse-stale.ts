import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { type DocumentRecord, readDocument } from "./read-document.ts";

/**
 * @throws AppError conflict with the document as it is now and a sentence that says who changed it, when the caller's version
 * is not the present one
 */
export async function refuseStale(
  ctx: SignedInCtx,
  document: DocumentRecord,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === document.version) return;
  const last = await ctx.db
    .selectFrom("audit_log")
    .select("actor_name")
    .where("subject_type", "=", "document")
    .where("subject_id", "=", String(document.id))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  throw conflict(`${last?.actor_name ?? "Somebody else"} changed this document in the meantime.`, {
    current: await readDocument(ctx, document.id),
  });
}
