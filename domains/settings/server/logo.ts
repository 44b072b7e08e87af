import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { type RequestAndReply, sendStoredFile } from "#server/http/files/send-stored-file.ts";
import { readForm } from "#server/http/requests/read-form.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import type { StoredFile } from "#server/integrations/files/file-store.ts";
import { storeLogo } from "#server/integrations/files/images.ts";
import { invalid, notFound } from "#shared/errors.ts";
import { type Settings, setLogo } from "../contract.ts";
import { presentSettings, selectOrganization } from "./settings.ts";

/**
 * Sends the logo. No sign-in is required because the sign-in pages, emails, and checkout show it. @throws
 * AppError not_found
 */
export async function sendLogo(ctx: Ctx, exchange: RequestAndReply): Promise<typeof sent> {
  const { logo_key } = await selectOrganization(ctx.db).executeTakeFirstOrThrow();
  if (logo_key === null) throw notFound("logo");
  return sendStoredFile(ctx, exchange, { key: logo_key, mediaType: "image/png" });
}

/**
 * Sets the logo and removes the old one. The upload is read before the transaction starts.
 * @throws AppError invalid, too_large, unsupported_type
 */
export async function changeLogo(ctx: SignedInCtx, { request }: RequestAndReply): Promise<Settings> {
  let logo: StoredFile | undefined;
  if (request.isMultipart())
    await readForm(ctx, request, {
      ...setLogo.files,
      messages: {
        wrongField: "Send the logo in the “logo” field.",
        tooMany: "Send only one logo.",
        tooLarge: "The logo can be up to 10 MB.",
      },
      onFile: async (received) => {
        logo = await storeLogo(ctx, { received, field: "logo" });
      },
    });
  const key = logo?.key;
  if (key === undefined) throw invalid({ logo: "Choose an image." });
  return inTransaction(ctx.db, (db) => writeLogo({ ...ctx, db }, key));
}

/** Removes the logo. Does nothing if there is none. */
export const deleteLogo = (ctx: SignedInCtx): Promise<Settings> => writeLogo(ctx, null);

async function writeLogo(ctx: SignedInCtx, key: string | null): Promise<Settings> {
  const before = await selectOrganization(ctx.db).forUpdate().executeTakeFirstOrThrow();
  if (before.logo_key === key) return presentSettings(before, ctx.config);
  const after = await ctx.db
    .updateTable("organization")
    .set({ logo_key: key })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: key === null ? "settings.logo-removed" : "settings.logo-changed",
    subjectType: "settings",
    subjectId: "organization",
    details: { before: { logo: before.logo_key }, after: { logo: key } },
  });
  const oldKey = before.logo_key;
  if (oldKey !== null) ctx.afterCommit(() => ctx.files.remove(oldKey));
  return presentSettings(after, ctx.config);
}
