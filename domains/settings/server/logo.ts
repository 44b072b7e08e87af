import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { readForm } from "#server/http/read-form.ts";
import type { sent } from "#server/http/response.ts";
import { type Exchange, sendKeptFile } from "#server/http/send-kept-file.ts";
import type { StoredFile } from "#server/integrations/file-store.ts";
import { keepLogo } from "#server/integrations/pictures.ts";
import { invalid, notFound } from "#shared/errors.ts";
import { type Settings, setLogo } from "../contract.ts";
import { organisation, present } from "./settings.ts";

/** Sends the logo to anybody: the pages to sign in, mails and checkout show it. @throws AppError not_found */
export async function sendLogo(ctx: Ctx, exchange: Exchange): Promise<typeof sent> {
  const { logo_key } = await organisation(ctx.db).executeTakeFirstOrThrow();
  if (logo_key === null) throw notFound("logo");
  return sendKeptFile(ctx, exchange, { key: logo_key, mediaType: "image/png" });
}

/**
 * Sets the logo and removes the old one. The upload is read before the transaction begins.
 * @throws AppError invalid, too_large, wrong_kind
 */
export async function changeLogo(ctx: SignedInCtx, { request }: Exchange): Promise<Settings> {
  let logo: StoredFile | undefined;
  if (request.isMultipart())
    await readForm(ctx, request, {
      ...setLogo.files,
      sentences: {
        elsewhere: "The logo is sent in the field logo.",
        tooMany: "There is one logo. Please send only one.",
        tooLarge: "The logo may have at most 10 MB.",
      },
      take: async (received) => {
        logo = await keepLogo(ctx, { received, field: "logo" });
      },
    });
  const key = logo?.key;
  if (key === undefined) throw invalid({ logo: "Please choose a picture." });
  return ctx.db.transaction().execute((db) => writeLogo({ ...ctx, db }, key));
}

/** Removes the logo; without one nothing changes. */
export const takeLogoAway = (ctx: SignedInCtx): Promise<Settings> => writeLogo(ctx, null);

async function writeLogo(ctx: SignedInCtx, key: string | null): Promise<Settings> {
  const before = await organisation(ctx.db).forUpdate().executeTakeFirstOrThrow();
  if (before.logo_key === key) return present(before, ctx.config);
  const after = await ctx.db
    .updateTable("organisation")
    .set({ logo_key: key })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: key === null ? "settings.logo-removed" : "settings.logo-changed",
    subjectType: "settings",
    subjectId: "organisation",
    details: { before: { logo: before.logo_key }, after: { logo: key } },
  });
  const old = before.logo_key;
  if (old !== null) ctx.afterCommit(() => ctx.files.remove(old));
  return present(after, ctx.config);
}
