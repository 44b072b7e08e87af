import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { createOneTimeToken, createRandomToken, hashToken } from "#domains/accounts/server/tokens.ts";
import { markPropertyStepPending } from "#domains/setup/server/progress.ts";
import type { Db } from "#server/db/database.ts";
import { unsubscribePath } from "#server/notifications/unsubscribe-link.ts";
import { tinyImage } from "#test/files/images.ts";
import { multipart } from "#test/form.ts";
import { createProperty, createUnit, signInAs } from "#test/people.ts";
import { access, type EndpointCases, type ValidRequest } from "./access.ts";
import { dispatchCases } from "./cases/dispatch.ts";
import { documentCases } from "./cases/documents.ts";
import { expenseCases } from "./cases/expenses.ts";
import { exportCases } from "./cases/exports.ts";
import { workCases } from "./cases/field-work.ts";
import { leaseCases } from "./cases/leases.ts";
import { ledgerCases } from "./cases/ledger.ts";
import { monthCases } from "./cases/months.ts";
import { outboxCases } from "./cases/outbox.ts";
import { passwordCases } from "./cases/passwords.ts";
import { paymentCases } from "./cases/payments.ts";
import { pushCases } from "./cases/push.ts";
import { viewCases } from "./cases/saved-views.ts";
import { systemCases } from "./cases/system.ts";
import { tokenCases } from "./cases/tokens.ts";
import { twoFactorCases } from "./cases/two-factor.ts";
import { visitCases } from "./cases/visits.ts";
import { webhookCases } from "./cases/webhooks.ts";
import { workAccountCases } from "./cases/work-accounts.ts";
import { workOrderCases } from "./cases/work-orders.ts";
import type { EndpointFixtures } from "./fixtures.ts";

const password = "correct horse battery";
let counter = 0;

const propertyFields = {
  name: "Mill House",
  address: "3 Mill Street",
  city: "Seattle",
  state: "WA",
  zip: "98101",
  country: "USA",
  type: "multi",
};
/** Makes all email addresses unconfirmed. */
const clearEmailConfirmations = (db: Db) =>
  db.updateTable("users").set({ email_confirmed_at: null }).execute();
/** Creates a property of the landlord for a request that changes or deletes it. */
const createManagedProperty = async ({ portal: { db }, landlord }: EndpointFixtures): Promise<number> => {
  const id = await createProperty(db);
  await db.insertInto("property_landlords").values({ property_id: id, user_id: landlord.id }).execute();
  return id;
};
const storePropertyPhoto = async ({
  portal: { db, services },
  propertyId,
}: EndpointFixtures): Promise<void> => {
  const { key } = await services.files.put(await tinyImage(), "png");
  await db
    .updateTable("properties")
    .set({ image_key: key, image_thumbnail_key: key, image_media_type: "image/png" })
    .where("id", "=", propertyId)
    .execute();
};

/** Creates a checked file with one row, uploaded by the property's landlord. */
const createImport = async (
  { portal: { db }, landlord }: EndpointFixtures,
  state: "checked" | "done" = "checked",
): Promise<ValidRequest> => {
  const { id } = await db
    .insertInto("imports")
    .values({
      kind: "units",
      file_name: "units.csv",
      state,
      row_count: 1,
      created_by_id: landlord.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id } };
};

/** Creates a file whose columns aren't matched yet, uploaded by the property's landlord. */
const createFileToMatch = async (
  { portal: { db }, landlord }: EndpointFixtures,
  state: "matching" | "checked" = "matching",
): Promise<ValidRequest> => {
  const columns = ["Where", "Unit", "Kind"].map((name, index) => ({
    index,
    name,
    samples: [],
    isHidden: false,
    field: null,
    decimalMark: null,
    isDayFirst: null,
    ambiguousNumber: null,
    ambiguousDay: null,
  }));
  const layout = {
    firstHeaderLine: 1,
    lastHeaderLine: 1,
    columns,
    notes: [],
    preset: null,
    isRemembered: false,
    isTemplate: false,
    headerWidth: columns.length,
  };
  const { id } = await db
    .insertInto("imports")
    .values({
      kind: "units",
      file_name: "units.csv",
      state,
      layout: JSON.stringify(layout),
      created_by_id: landlord.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = [columns.map(({ name }) => name), ["Harbor House", "901", "office"]];
  await db
    .insertInto("import_file_rows")
    .values(rows.map((cells, index) => ({ import_id: id, line: index + 1, cells: JSON.stringify(cells) })))
    .execute();
  return { params: { id } };
};

/** Returns a new unsubscribe link as found in emails. */
async function requestWithUnsubscribeLink({
  portal: { services },
  newPerson,
}: EndpointFixtures): Promise<ValidRequest> {
  const { id } = await newPerson({ role: "tenant" });
  const path = unsubscribePath(services.secretKey, { userId: id, topics: ["comments"] });
  return { query: path.replace("/unsubscribe", "") };
}
/** Returns a preference that differs from all stored ones. */
async function requestWithNewPreference({ portal: { db } }: EndpointFixtures): Promise<ValidRequest> {
  await db.deleteFrom("notification_preferences").execute();
  return { body: { topic: "comments", inPortal: false } };
}

const requestForPendingPerson = async (
  { newPerson, unitId }: EndpointFixtures,
  body: Record<string, unknown>,
): Promise<ValidRequest> => ({
  params: { id: (await newPerson({ role: "tenant", state: "pending", requestedUnitId: unitId })).id },
  body,
});

/** Creates an open invitation of a tenant to the unit. */
async function createInvitation({ portal: { db, clock }, unitId, propertyId, admin }: EndpointFixtures) {
  const token = createRandomToken();
  const { id } = await db
    .insertInto("invitations")
    .values({
      email: `invited${++counter}@example.com`,
      role: "tenant",
      unit_id: unitId,
      token_hash: hashToken(token),
      invited_by_id: admin.id,
      expires_at: new Date(clock.now.getTime() + 3_600_000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("invitation_properties")
    .values({ invitation_id: id, property_id: propertyId })
    .execute();
  return { id, token };
}

export const endpointCases: EndpointCases = {
  "GET /api/config": access.anyone(),
  "GET /api/registration-units": access.anyone(),
  "POST /api/login": access.anyone(async ({ newPerson }) => {
    const { email } = await newPerson({ role: "tenant", passwordHash: await hashPassword(password) });
    return { body: { email, password } };
  }),
  "POST /api/logout": access.anyone(),
  "POST /api/confirm-address": access.anyone(async ({ newPerson, portal: { db, clock } }) => {
    const { id } = await newPerson({ role: "tenant" });
    await clearEmailConfirmations(db);
    const token = await createOneTimeToken(db, {
      purpose: "confirm-address",
      userId: id,
      now: clock.now,
      days: 7,
    });
    return { body: { token, password } };
  }),
  "POST /api/register": access.anyoneCreates(() => ({
    body: { email: `newcomer${++counter}@example.com`, fullName: "Newcomer", password, role: "tenant" },
  })),

  "GET /api/me": access.signedIn(),
  "POST /api/confirm-address/resend": access.signedIn(async ({ portal: { db } }) => {
    await clearEmailConfirmations(db);
    return {};
  }),
  "POST /api/me/access-request": access.requestsAccess(({ offeredUnitId }) => ({
    body: { unitId: offeredUnitId },
  })),

  "GET /api/users": access.managers(),
  "GET /api/users.csv": access.managers(),
  "POST /api/users/:id/approve": access.propertyManagers((fixtures) => requestForPendingPerson(fixtures, {})),
  "POST /api/users/:id/undo-approval": access.propertyManagers(async (fixtures) => {
    const { params } = await requestForPendingPerson(fixtures, {});
    await fixtures.portal.call("POST", `/api/users/${params?.id}/approve`, {
      cookie: fixtures.admin.cookie,
      body: {},
    });
    return { params };
  }),
  "POST /api/users/:id/decline": access.propertyManagers((fixtures) =>
    requestForPendingPerson(fixtures, { reason: "We do not know you." }),
  ),
  "GET /api/users/:id": access.propertyManagers(({ tenant }) => ({ params: { id: tenant.id } })),
  "PATCH /api/users/:id": access.adminOnly(async ({ newPerson }) => ({
    params: { id: (await newPerson({ role: "tenant" })).id },
    body: { fullName: `Renamed ${++counter}` },
  })),
  "POST /api/users/:id/disable": access.adminOnly(async ({ newPerson }) => ({
    params: { id: (await newPerson({ role: "tenant" })).id },
    body: {},
  })),
  "POST /api/users/:id/enable": access.adminOnly(async ({ newPerson }) => ({
    params: { id: (await newPerson({ role: "tenant", state: "disabled" })).id },
  })),
  "POST /api/users/:id/sign-out-everywhere": access.adminOnly(async ({ newPerson }) => ({
    params: { id: (await newPerson({ role: "tenant" })).id },
  })),

  "GET /api/invitations": access.managers(),
  "GET /api/invitations.csv": access.managers(),
  "POST /api/invitations": access.invites(({ unitId }) => ({
    body: { email: `invited${++counter}@example.com`, role: "tenant", unitId },
  })),
  "POST /api/invitations/:id/resend": access.propertyManagers(async (fixtures) => ({
    params: { id: (await createInvitation(fixtures)).id },
  })),
  "POST /api/invitations/:id/withdraw": access.propertyManagers(async (fixtures) => ({
    params: { id: (await createInvitation(fixtures)).id },
  })),
  "POST /api/invitations/look-up": access.anyone(async (fixtures) => ({
    body: { token: (await createInvitation(fixtures)).token },
  })),

  "PATCH /api/me": access.signedIn(() => ({ body: { fullName: `Renamed ${++counter}` } })),
  "POST /api/me/password": access.signedIn(async ({ portal: { db } }) => {
    // All callers get this password.
    await db
      .updateTable("users")
      .set({ password_hash: await hashPassword(password) })
      .execute();
    return { body: { currentPassword: password, newPassword: `${password} ${++counter}` } };
  }),
  ...twoFactorCases,
  ...tokenCases,
  ...webhookCases,
  "GET /api/me/sessions": access.signedIn(),
  "POST /api/me/sessions/end-others": access.signedIn(),
  "DELETE /api/me/sessions/:id": access.ownedByTenant(async ({ portal: { db, clock }, tenant }) => {
    await signInAs(db, tenant, clock.now);
    const { number } = await db
      .selectFrom("sessions")
      .select("number")
      .where("user_id", "=", tenant.id)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return { params: { id: number } };
  }),

  "GET /api/buildings": access.members(),
  "GET /api/properties/:id/units": access.readsProperty(({ propertyId }) => ({ params: { id: propertyId } })),
  "GET /api/settings/logo": access.anyone(async ({ portal: { db, services } }) => {
    const { key } = await services.files.put(await tinyImage(), "png");
    await db.updateTable("organization").set({ logo_key: key }).execute();
    return {};
  }),
  "PUT /api/settings/logo": access.adminOnly(async () => ({
    form: multipart({}, [
      { name: "logo", fileName: "logo.png", type: "image/png", content: await tinyImage() },
    ]),
  })),
  "DELETE /api/settings/logo": access.adminOnly(async () => ({})),
  "GET /api/properties/:id/photo": access.readsProperty(async (fixtures) => {
    await storePropertyPhoto(fixtures);
    return { params: { id: fixtures.propertyId } };
  }),
  "GET /api/properties": access.managers(),
  "GET /api/properties.csv": access.managers(),
  "POST /api/properties": access.managersAdd(() => ({ body: propertyFields })),
  "GET /api/properties/:id": access.propertyManagers(({ propertyId }) => ({ params: { id: propertyId } })),
  "GET /api/properties/:id/overview": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId },
  })),
  "GET /api/properties/:id/stacking-plan": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId },
  })),
  "PATCH /api/properties/:id": access.propertyManagers(async (fixtures) => ({
    params: { id: await createManagedProperty(fixtures) },
    body: { name: "Hall Two" },
  })),
  "DELETE /api/properties/:id": access.propertyManagers(async (fixtures) => ({
    params: { id: await createManagedProperty(fixtures) },
  })),
  "PUT /api/properties/:id/photo": access.propertyManagers(async ({ propertyId }) => ({
    params: { id: propertyId },
    form: multipart({}, [
      { name: "photo", fileName: "house.png", type: "image/png", content: await tinyImage() },
    ]),
  })),
  "DELETE /api/properties/:id/photo": access.propertyManagers(async (fixtures) => {
    await storePropertyPhoto(fixtures);
    return { params: { id: fixtures.propertyId } };
  }),
  "GET /api/units": access.managers(),
  "GET /api/units.csv": access.managers(),
  "GET /api/units/vacant": access.managers(),
  "POST /api/units": access.managersAddToProperty(({ propertyId }) => ({
    body: { propertyId, unitNumber: `N${++counter}`, type: "office" },
  })),
  "POST /api/properties/:id/units": access.managersAddToProperty(({ propertyId }) => ({
    params: { id: propertyId },
    body: { units: [{ unitNumber: `N${++counter}`, type: "office" }] },
  })),
  "GET /api/units/:id": access.propertyManagers(({ unitId }) => ({ params: { id: unitId } })),
  "PATCH /api/units/:id": access.propertyManagers(({ unitId }) => ({
    params: { id: unitId },
    body: { sizeSqft: ++counter },
  })),
  "DELETE /api/units/:id": access.propertyManagers(async ({ portal: { db }, propertyId }) => ({
    params: { id: await createUnit(db, propertyId) },
  })),

  ...leaseCases,
  ...ledgerCases,
  ...monthCases,
  ...expenseCases,
  ...passwordCases,
  ...paymentCases,
  ...documentCases,

  "GET /api/setup": access.anyone(() => ({ query: "?setup=x" })),
  "POST /api/setup": access.setupIsDone(async ({ portal: { db, clock } }) => ({
    body: {
      setupToken: await createOneTimeToken(db, { purpose: "setup", userId: null, now: clock.now, days: 7 }),
      organization: { name: "Harbor Homes", timeZone: "America/Denver", cardFeeBasisPoints: 0 },
      email: `newcomer${++counter}@example.com`,
      fullName: "Newcomer",
      password,
    },
  })),
  "GET /api/setup/progress": access.adminOnly(),
  "POST /api/setup/property": access.adminAdds(async (fixtures) => {
    await markPropertyStepPending(fixtures.portal.db);
    return { body: { property: propertyFields, unitNumbers: "1-3" } };
  }),
  "POST /api/setup/skip": access.adminOnly(async (fixtures) => {
    await markPropertyStepPending(fixtures.portal.db);
    return {};
  }),

  "GET /api/posting-runs": access.adminOnly(),
  "GET /api/posting-runs.csv": access.adminOnly(),
  "GET /api/posting-runs/waiting": access.adminOnly(),
  "POST /api/posting-runs": access.adminStarts(),

  "GET /api/imports": access.managers(),
  "GET /api/imports.csv": access.managers(),
  "GET /api/imports/templates/:file": access.managers(() => ({ params: { file: "units.csv" } })),
  "POST /api/imports": access.managersAdd(() => ({
    form: multipart({ kind: "units" }, [
      {
        name: "file",
        fileName: "units.csv",
        type: "text/csv",
        content: Buffer.from("Property,Unit number,Type\nHarbor House,900,office\n"),
      },
    ]),
  })),
  "GET /api/imports/:id": access.propertyManagers(createImport),
  "GET /api/imports/:id/layout": access.propertyManagers((fixtures) => createFileToMatch(fixtures)),
  "PUT /api/imports/:id/layout": access.propertyManagers(async (fixtures) => ({
    ...(await createFileToMatch(fixtures)),
    body: {
      firstHeaderLine: 1,
      lastHeaderLine: 1,
      columns: ["property", "unitNumber", "type"].map((field, index) => ({
        index,
        field,
        decimalMark: null,
        isDayFirst: null,
      })),
    },
  })),
  "PATCH /api/imports/:id/rows/:line": access.propertyManagers(async (fixtures) => {
    const { params } = await createFileToMatch(fixtures, "checked");
    return { params: { ...params, line: 2 }, body: { values: [{ column: "Type", value: "retail" }] } };
  }),
  "GET /api/imports/:id/errors": access.propertyManagers(createImport),
  "GET /api/imports/:id/not-imported.csv": access.propertyManagers(createImport),
  "POST /api/imports/:id/undo": access.propertyManagers((fixtures) => createImport(fixtures, "done")),
  "POST /api/imports/:id/run": access.startsImport(createImport),

  ...exportCases,
  ...workAccountCases,
  ...dispatchCases,
  ...workOrderCases,
  ...visitCases,
  ...workCases,
  ...viewCases,

  "GET /api/dashboard/stats": access.signedIn(),
  "GET /api/dashboard/charts": access.staff(),
  "GET /api/dashboard/tenant": access.tenants(),
  "GET /api/dashboard/checklist": access.managers(),
  "DELETE /api/dashboard/checklist": access.managers(),
  "GET /api/events": access.signedIn(),
  "GET /api/search": access.signedIn(() => ({ query: "?q=zebra" })),
  "GET /api/search/records": access.signedIn(() => ({ query: "?records=work-order-1,person-1" })),
  "GET /api/notifications": access.signedIn(),
  "POST /api/notifications/read": access.signedIn(() => ({ body: { upTo: 1_000_000_000 } })),
  "GET /api/notification-preferences": access.signedIn(),
  "PUT /api/notification-preferences": access.signedIn(requestWithNewPreference),
  "GET /api/unsubscribe": access.anyone(requestWithUnsubscribeLink),
  "POST /api/unsubscribe": access.anyone(requestWithUnsubscribeLink),
  ...pushCases,
  ...outboxCases,
  ...systemCases,
  "GET /api/audit": access.adminOnly(),
  "GET /api/audit.csv": access.adminOnly(),
  "GET /api/settings": access.adminOnly(),
  "GET /api/settings/backup": access.adminOnly(),
  "PATCH /api/settings": access.adminOnly(() => ({
    body: { supportPhone: `+1 206 555 ${1000 + ++counter}` },
  })),
  "GET /api/settings/properties": access.adminOnly(),
  "GET /api/settings/properties.csv": access.adminOnly(),
  "PATCH /api/settings/properties/:id": access.adminOnly(({ propertyId }) => ({
    params: { id: propertyId },
    body: { cardFeeBasisPoints: ++counter },
  })),
};
