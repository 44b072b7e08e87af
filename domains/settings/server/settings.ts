import type { Selectable } from "kysely";
import { audit, changesBetween } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { OrganisationTable } from "#server/db/tables.ts";
import type { Ctx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { type Role, roles } from "#shared/roles.ts";
import { totalOfShares } from "../breakdown.ts";
import { type changeSettings as changeSettingsCall, readLogo, type Settings } from "../contract.ts";
import { refuseUnknownZone } from "./refuse-unknown-zone.ts";

/** Column names by the names of the API's fields. */
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
  secondFactorRoles: "second_factor_roles",
} as const satisfies Record<
  Exclude<keyof Settings, "logo" | "version" | "isRegistrationFromEnvironment">,
  keyof OrganisationTable
>;
type Field = keyof typeof columns;
const fields = Object.keys(columns) as Field[];

/** The settings of the operator. */
export async function readSettingsOf({ db, config }: Pick<Ctx, "db" | "config">): Promise<Settings> {
  return present(await organisation(db).executeTakeFirstOrThrow(), config);
}

/**
 * Changes the settings that `body` names; the audit log records each field's old and new value.
 * @throws AppError invalid when the shares are not 100% together; conflict when `seen` is an old version
 */
export async function changeSettingsOf(
  ctx: Ctx,
  { version: _, ...body }: BodyOf<typeof changeSettingsCall>,
  seen: number | undefined,
): Promise<Settings> {
  const row = await organisation(ctx.db).forUpdate().executeTakeFirstOrThrow();
  const before = present(row, ctx.config);
  if (seen !== undefined && seen !== row.version)
    throw conflict(`${await lastChanger(ctx.db)} changed the settings in the meantime.`, { current: before });
  const after = { ...before, ...inOrder(body) };
  refuseOtherTotals(after);
  refuseLockingOneselfOut(ctx, { before, after });
  if (after.timeZone !== before.timeZone) await refuseUnknownZone(ctx.db, after.timeZone);
  // Choosing the environment's mode explicitly is a choice too: from then on it stays.
  const isChosen = body.registration !== undefined && row.registration_mode === null;
  const changes = changesBetween(before, after, fields);
  if (changes.length === 0 && !isChosen) return before;
  const set = Object.fromEntries(
    fields.filter((field) => body[field] !== undefined).map((field) => [columns[field], after[field]]),
  );
  const changed = await ctx.db
    .updateTable("organisation")
    .set({ ...set, version: row.version + 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: "settings.changed",
    subjectType: "settings",
    subjectId: "organisation",
    details: { changes },
  });
  // Users who now have to set it up see so at once, and those who no longer need to can go on.
  if (changes.some(({ field }) => field === "secondFactorRoles"))
    ctx.afterCommit(() => ctx.live.publish({ to: "everyone" }));
  return present(changed, ctx.config);
}

export const organisation = (db: Db) => db.selectFrom("organisation").selectAll();

export function present(row: Selectable<OrganisationTable>, config: Ctx["config"]): Settings {
  return {
    name: row.name,
    logo: row.logo_key === null ? null : `${readLogo.path}?v=${row.logo_key.slice(0, 8)}`,
    street: row.street,
    city: row.city,
    state: row.state,
    zip: row.zip,
    country: row.country as Settings["country"],
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
    registration: (row.registration_mode as Settings["registration"] | null) ?? config.registration,
    secondFactorRoles: row.second_factor_roles as Settings["secondFactorRoles"],
    isRegistrationFromEnvironment: row.registration_mode === null,
    version: row.version,
  };
}

/** Each role once, in a fixed order, so that sending the same choice again is no change. */
const inOrder = <Body extends { secondFactorRoles?: Role[] | undefined }>(body: Body): Body =>
  body.secondFactorRoles === undefined
    ? body
    : { ...body, secondFactorRoles: roles.filter((role) => body.secondFactorRoles?.includes(role)) };

/** @throws AppError invalid when an administrator without two-factor sign-in would require it of administrators */
function refuseLockingOneselfOut(
  { actor }: Ctx,
  { before, after }: { before: Settings; after: Settings },
): void {
  const isNew = after.secondFactorRoles.includes("admin") && !before.secondFactorRoles.includes("admin");
  if (isNew && actor?.secondFactor.isOn !== true)
    throw invalid({
      secondFactorRoles:
        "Please turn on two-factor sign-in on your own profile first, then require it of administrators.",
    });
}

/** @throws AppError invalid at the last of the three shares, with a sentence about all of them */
function refuseOtherTotals(settings: Settings): void {
  const total = totalOfShares(settings);
  if (total === 1_000) return;
  const sentence = `The three shares must come to 100.0%; these come to ${(total / 10).toFixed(1)}%`;
  throw invalid({ utilitiesSharePermille: sentence });
}

async function lastChanger(db: Db): Promise<string> {
  const last = await db
    .selectFrom("audit_log")
    .select("actor_name")
    .where("subject_type", "=", "settings")
    .where("subject_id", "=", "organisation")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.actor_name ?? "Somebody else";
}
