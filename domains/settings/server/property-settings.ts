import { sql } from "kysely";
import { publishPropertyChange } from "#domains/properties/server/publish-change.ts";
import { moveNextRuns } from "#domains/reports/server/saved-reports/schedule-columns.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { defineList } from "#server/list/define-list.ts";
import { containsText } from "#server/list/search.ts";
import { notFound } from "#shared/errors.ts";
import type { BodyOf, QueryOf } from "#shared/http/endpoint.ts";
import type {
  changePropertySettings as changePropertySettingsEndpoint,
  listPropertySettings,
  PropertySettings,
} from "../contract.ts";
import { assertKnownTimeZone } from "./assert-known-time-zone.ts";

const idColumn = sql`p.id`;
const columns = sql`
  p.id, p.name, concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip) as address,
  p.offers_registration as "offersRegistration", p.card_fee_basis_points as "cardFeeBasisPoints",
  p.time_zone as "timeZone", p.shares_bill_files as "sharesBillFiles", p.version`;

/** The settings of each property, by name. For administrators only. */
export const propertySettingsList = defineList<QueryOf<typeof listPropertySettings>, PropertySettings>({
  from: sql`properties p`,
  columns,
  id: idColumn,
  sort: () => ({ by: [sql`fold_text(p.name)`, idColumn] }),
  scope: () => sql`true`,
  filters: {},
  search: (text) =>
    sql`(${containsText(sql`fold_text(p.name)`, text)} or ${containsText(sql`fold_text(p.address)`, text)})`,
  returnsAllByDefault: true,
  csv: {
    name: "property-settings",
    cells: {
      Property: ({ name }) => name,
      Address: ({ address }) => address,
      "Units listed": ({ offersRegistration }) => offersRegistration,
      "Card fee (%)": ({ cardFeeBasisPoints }) =>
        cardFeeBasisPoints === null ? "Organization default" : cardFeeBasisPoints / 100,
      "Time zone": ({ timeZone }) => timeZone,
      "Bill files shared": ({ sharesBillFiles }) => sharesBillFiles,
    },
  },
});

/**
 * Changes the settings in `body` for a property. The audit log records each field's old and new value.
 * @throws AppError not_found; conflict if `expectedVersion` is outdated
 */
export async function updatePropertySettings(
  ctx: SignedInCtx,
  propertyId: number,
  { version: _, ...body }: BodyOf<typeof changePropertySettingsEndpoint>,
  expectedVersion: number | undefined,
): Promise<PropertySettings> {
  const { rows } = await sql<PropertySettings>`
    select ${columns} from properties p where p.id = ${propertyId} for no key update`.execute(ctx.db);
  const [currentSettings] = rows;
  if (currentSettings === undefined) throw notFound("property");
  await assertCurrentVersion(
    ctx,
    { ...currentSettings, type: "property" },
    expectedVersion,
    async () => currentSettings,
  );
  const changes = diffFields(currentSettings, { ...currentSettings, ...body }, [
    "offersRegistration",
    "cardFeeBasisPoints",
    "timeZone",
    "sharesBillFiles",
  ]);
  if (changes.length === 0) return currentSettings;
  await assertKnownTimeZone(ctx.db, body.timeZone);
  await ctx.db
    .updateTable("properties")
    .set({
      ...(body.offersRegistration === undefined ? {} : { offers_registration: body.offersRegistration }),
      ...(body.cardFeeBasisPoints === undefined ? {} : { card_fee_basis_points: body.cardFeeBasisPoints }),
      ...(body.timeZone === undefined ? {} : { time_zone: body.timeZone }),
      ...(body.sharesBillFiles === undefined ? {} : { shares_bill_files: body.sharesBillFiles }),
      version: currentSettings.version + 1,
    })
    .where("id", "=", propertyId)
    .execute();
  if (body.timeZone !== undefined) await moveNextRuns(ctx, sql`v.property_id = ${propertyId}`);
  await audit(ctx, {
    action: "settings.property-changed",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: { changes },
  });
  publishPropertyChange(ctx, propertyId);
  return { ...currentSettings, ...body, version: currentSettings.version + 1 } as PropertySettings;
}
