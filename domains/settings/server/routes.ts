import type { FastifyInstance } from "fastify";
import { maxDocumentBytes } from "#domains/documents/kinds.ts";
import { maxImagesPerUpload } from "#domains/work-orders/contract.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import { sendsEmails } from "#server/integrations/email/outbox.ts";
import { addressLines } from "#shared/format/address.ts";
import { maxImageBytes } from "#shared/images.ts";
import { readBackupStatus } from "../backup-contract.ts";
import {
  changePropertySettings,
  changeSettings,
  exportPropertySettings,
  listPropertySettings,
  readLogo,
  readSettings,
  removeLogo,
  setLogo,
} from "../contract.ts";
import { demoAccounts, demoPassword } from "../demo-accounts.ts";
import { readConfig } from "../public-config-contract.ts";
import { getBackupStatus } from "./backup-status.ts";
import { changeLogo, deleteLogo, sendLogo } from "./logo.ts";
import { manifestRoute } from "./manifest.ts";
import { propertySettingsList, updatePropertySettings } from "./property-settings.ts";
import { getSettings, updateSettings } from "./settings.ts";

const hasAccounts = async ({ db }: Ctx): Promise<boolean> =>
  (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;

/**
 * Registers the routes of the settings and of the public configuration, which the web client needs before
 * anyone signs in (requirements, "Health").
 */
export function settingsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readConfig, async (ctx) => {
    const settings = await getSettings(ctx);
    return {
      name: settings.name,
      address: addressLines(settings),
      logo: settings.logo,
      demo: ctx.config.demo
        ? { accounts: demoAccounts.map((account) => ({ ...account, password: demoPassword })) }
        : null,
      registration: settings.registration,
      hasWorkAccounts: ctx.identityProvider !== null,
      cardProvider:
        ctx.cards === null ? null : { kind: ctx.cards.kind, publishableKey: ctx.cards.publishableKey },
      cardFeeRate: settings.cardFeeBasisPoints / 10_000,
      support: { email: settings.supportEmail, phone: settings.supportPhone },
      limits: {
        imageBytesMax: maxImageBytes,
        imagesMax: maxImagesPerUpload,
        documentBytesMax: maxDocumentBytes,
      },
      isSetUp: await hasAccounts(ctx),
      sendsEmails: sendsEmails(ctx),
      filesAreScanned: ctx.config.clamd !== null,
    };
  });
  manifestRoute(app, services);
  route(app, services, readSettings, (ctx) => getSettings(ctx));
  route(app, services, changeSettings, (ctx, { body, request }) =>
    updateSettings(ctx, body, readExpectedVersion(request, body)),
  );
  route(app, services, readBackupStatus, (ctx) => getBackupStatus(ctx));
  route(app, services, readLogo, (ctx, { request, reply }) => sendLogo(ctx, { request, reply }));
  route(app, services, setLogo, (ctx, { request, reply }) => changeLogo(ctx, { request, reply }), {
    transaction: "manual",
  });
  route(app, services, removeLogo, (ctx) => deleteLogo(ctx));
  route(app, services, listPropertySettings, (ctx, input) => propertySettingsList.readPage(ctx, input));
  route(app, services, exportPropertySettings, (ctx, input) =>
    sendCsv(ctx, input, propertySettingsList.toCsvTable(ctx, input.query)),
  );
  route(app, services, changePropertySettings, (ctx, { params, body, request }) =>
    updatePropertySettings(ctx, params.id, body, readExpectedVersion(request, body)),
  );
}
