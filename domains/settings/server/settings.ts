import { type Selectable, sql } from "kysely";
import { moveNextRuns } from "#domains/reports/server/saved-reports/schedule-columns.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { OrganizationTable } from "#server/db/tables.ts";
import type { Ctx } from "#server/http/context.ts";
import { assertCurrentVersion, findLastEditor } from "#server/http/requests/assert-current-version.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { type Role, roles } from "#shared/roles.ts";
import { sumShares } from "../breakdown.ts";
import { type changeSettings as changeSettingsEndpoint, readLogo, type Settings } from "../contract.ts";
import { assertKnownTimeZone } from "./assert-known-time-zone.ts";

/** Column names by API field. */
const columns = {
  name: "name",
  street: "street",
  city: "city",
  state: "state",
  zip: "zip",
  country: "country",
  timeZone: "time_zone",
  supportEmail: "support_email",
  supportPhone: "support_phone",
  accountingEmail: "accounting_email",
  paymentHandle: "payment_handle",
  cardFeeBasisPoints: "card_fee_basis_points",
  rentSharePermille: "rent_share_permille",
  commonAreaSharePermille: "common_area_share_permille",
  utilitiesSharePermille: "utilities_share_permille",
  documentQuotaMegabytes: "document_quota_megabytes",
  registration: "registration_mode",
  twoFactorRoles: "two_factor_roles",
} as const satisfies Record<
  Exclude<keyof Settings, "logo" | "version" | "isRegistrationFromEnvironment">,
  keyof OrganizationTable
>;
type SettingsField = keyof typeof columns;
const fields = Object.keys(columns) as SettingsField[];

/** Returns the organization's settings. */
export async function getSettings({ db, config }: Pick<Ctx, "db" | "config">): Promise<Settings> {
  return presentSettings(await selectOrganization(db).executeTakeFirstOrThrow(), config);
}

/**
 * Changes the settings in `body`. The audit log records each field's old and new value.
 * @throws AppError invalid if the shares don't total 100%; conflict if `expectedVersion` is outdated
 */
export async function updateSettings(
  ctx: Ctx,
  { version: _, ...body }: BodyOf<typeof changeSettingsEndpoint>,
  expectedVersion: number | undefined,
): Promise<Settings> {
  const row = await selectOrganization(ctx.db).forUpdate().executeTakeFirstOrThrow();
  const before = presentSettings(row, ctx.config);
  const describeConflict = async () =>
    `${await findLastEditor(ctx, "settings", "organization")} changed the settings after you opened them.`;
  await assertCurrentVersion(ctx, { version: row.version, describeConflict }, expectedVersion, () => before);
  const after = { ...before, ...sortRoles(body) };
  assertSharesTotal(after);
  assertAdminUsesTwoFactor(ctx, { before, after });
  if (after.timeZone !== before.timeZone) await assertKnownTimeZone(ctx.db, after.timeZone);
  // Explicitly selecting the environment's mode counts as a setting too, so it no longer follows the
  // environment.
  const isFirstSelection = body.registration !== undefined && row.registration_mode === null;
  const changes = diffFields(before, after, fields);
  if (changes.length === 0 && !isFirstSelection) return before;
  const columnValues = Object.fromEntries(
    fields.filter((field) => body[field] !== undefined).map((field) => [columns[field], after[field]]),
  );
  const updatedRow = await ctx.db
    .updateTable("organization")
    .set({ ...columnValues, version: row.version + 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (after.timeZone !== before.timeZone) await moveNextRuns(ctx, sql`v.property_id is null`);
  await audit(ctx, {
    action: "settings.changed",
    subjectType: "settings",
    subjectId: "organization",
    details: { changes },
  });
  // Users who now have to set up two-factor authentication see this right away, and users who no longer need
  // to can continue.
  if (changes.some(({ field }) => field === "twoFactorRoles"))
    ctx.afterCommit(() => ctx.live.publish({ to: "everyone" }));
  return presentSettings(updatedRow, ctx.config);
}

export const selectOrganization = (db: Db) => db.selectFrom("organization").selectAll();

export function presentSettings(row: Selectable<OrganizationTable>, config: Ctx["config"]): Settings {
  return {
    name: row.name,
    logo: row.logo_key === null ? null : `${readLogo.path}?v=${row.logo_key.slice(0, 8)}`,
    street: row.street,
    city: row.city,
    state: row.state,
    zip: row.zip,
    country: row.country,
    timeZone: row.time_zone,
    supportEmail: row.support_email,
    supportPhone: row.support_phone,
    accountingEmail: row.accounting_email,
    paymentHandle: row.payment_handle,
    cardFeeBasisPoints: row.card_fee_basis_points,
    rentSharePermille: row.rent_share_permille,
    commonAreaSharePermille: row.common_area_share_permille,
    utilitiesSharePermille: row.utilities_share_permille,
    documentQuotaMegabytes: row.document_quota_megabytes,
    registration: row.registration_mode ?? config.registration,
    twoFactorRoles: row.two_factor_roles,
    isRegistrationFromEnvironment: row.registration_mode === null,
    version: row.version,
  };
}

/** Lists each role once, in a fixed order, so that resubmitting the same selection isn't a change. */
const sortRoles = <Body extends { twoFactorRoles?: Role[] }>(body: Body): Body =>
  body.twoFactorRoles === undefined
    ? body
    : { ...body, twoFactorRoles: roles.filter((role) => body.twoFactorRoles?.includes(role)) };

/**
 * Checks that an administrator uses two-factor authentication before requiring it for administrators. @throws
 * AppError invalid
 */
function assertAdminUsesTwoFactor(
  { actor }: Ctx,
  { before, after }: { before: Settings; after: Settings },
): void {
  const isNew = after.twoFactorRoles.includes("admin") && !before.twoFactorRoles.includes("admin");
  if (isNew && actor?.twoFactor.isOn !== true)
    throw invalid({
      twoFactorRoles:
        "Turn on two-factor authentication in your own profile before requiring it for administrators.",
    });
}

/** Checks that the shares total 100%. @throws AppError invalid at the last of the three shares */
function assertSharesTotal(settings: Settings): void {
  const total = sumShares(settings);
  if (total === 1_000) return;
  const message = `The three shares must total 100.0%. These total ${(total / 10).toFixed(1)}%`;
  throw invalid({ utilitiesSharePermille: message });
}
