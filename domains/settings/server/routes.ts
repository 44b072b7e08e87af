import type { FastifyInstance } from "fastify";
import { documentBytesMax } from "#domains/documents/kinds.ts";
import { imageBytesMax, imagesMax } from "#domains/work-orders/contract.ts";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import { seenVersion } from "#server/http/seen-version.ts";
import { readBackupState } from "../backup-contract.ts";
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
import { readStateOfBackups } from "./backup-state.ts";
import { changeLogo, sendLogo, takeLogoAway } from "./logo.ts";
import { manifestRoute } from "./manifest.ts";
import {
  changeSettingsOfProperty,
  listSettingsOfProperties,
  settingsOfPropertiesAsTable,
} from "./property-settings.ts";
import { changeSettingsOf, readSettingsOf } from "./settings.ts";

/** Binds the settings, and the part of them that the web client needs before anyone signs in (requirements, "Health"). */
export function settingsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readConfig, async (ctx) => {
    const settings = await readSettingsOf(ctx);
    return {
      name: settings.name,
      logo: settings.logo,
      demo: ctx.config.demo
        ? { accounts: demoAccounts.map((account) => ({ ...account, password: demoPassword })) }
        : null,
      registration: settings.registration,
      cardProvider:
        ctx.cards === null ? null : { kind: ctx.cards.kind, publishableKey: ctx.cards.publishableKey },
      cardFeeRate: settings.cardFeeBasisPoints / 10_000,
      support: { email: settings.supportEmail, phone: settings.supportPhone },
      limits: { imageBytesMax, imagesMax, documentBytesMax },
      filesAreScanned: ctx.config.clamd !== null,
    };
  });
  manifestRoute(app, services);
  route(app, services, readSettings, (ctx) => readSettingsOf(ctx));
  route(app, services, changeSettings, (ctx, { body, request }) =>
    changeSettingsOf(signedIn(ctx), body, seenVersion(request, body)),
  );
  route(app, services, readBackupState, (ctx) => readStateOfBackups(ctx));
  route(app, services, readLogo, (ctx, { request, reply }) => sendLogo(ctx, { request, reply }));
  route(app, services, setLogo, (ctx, { request, reply }) => changeLogo(signedIn(ctx), { request, reply }), {
    transaction: "manual",
  });
  route(app, services, removeLogo, (ctx) => takeLogoAway(signedIn(ctx)));
  route(app, services, listPropertySettings, (ctx, input) => listSettingsOfProperties(signedIn(ctx), input));
  route(app, services, exportPropertySettings, (ctx, input) =>
    sendCsv(signedIn(ctx), input, settingsOfPropertiesAsTable(signedIn(ctx), input)),
  );
  route(app, services, changePropertySettings, (ctx, { params, body, request }) =>
    changeSettingsOfProperty(signedIn(ctx), params.id, body, seenVersion(request, body)),
  );
}
