import { hashPassword } from "#domains/accounts/server/passwords.ts";
import { hashOf, makeToken, randomToken } from "#domains/accounts/server/tokens.ts";
import { noteBuildingIsNext } from "#domains/set-up/server/progress.ts";
import type { Db } from "#server/db/database.ts";
import { unsubscribePath } from "#server/notifications/unsubscribe-link.ts";
import { multipart } from "#test/form.ts";
import { someTerms, writeTerms } from "#test/ledger.ts";
import { createLease, createProperty, createUnit, signInAs } from "#test/people.ts";
import { tinyPicture } from "#test/pictures.ts";
import { dispatchRequests } from "./dispatch-requests.ts";
import { documentRequests } from "./document-requests.ts";
import { ledgerRequests } from "./ledger-requests.ts";
import { outboxRequests } from "./outbox-requests.ts";
import { passwordRequests } from "./password-requests.ts";
import { paymentRequests } from "./payment-requests.ts";
import type { Place } from "./place.ts";
import { pushRequests } from "./push-requests.ts";
import { secondFactorRequests } from "./second-factor-requests.ts";
import { systemRequests } from "./system-requests.ts";
import { tokenRequests } from "./token-requests.ts";
import { viewRequests } from "./view-requests.ts";
import { visitRequests } from "./visit-requests.ts";
import { webhookRequests } from "./webhook-requests.ts";
import { workOrderRequests } from "./work-order-requests.ts";
import { workRequests } from "./work-requests.ts";

/** A valid request, with new records if it changes some. */
export interface Ask {
  params?: Record<string, number | string>;
  query?: string;
  body?: Record<string, unknown>;
  form?: ReturnType<typeof multipart>;
}

const password = "correct horse battery";
let numbers = 0;

const propertyFacts = {
  name: "Mill House",
  address: "3 Mill Street",
  city: "Seattle",
  state: "WA",
  zip: "98101",
  country: "USA",
  type: "multi",
};
/** Nobody's address is confirmed any more. */
const forgetConfirmations = (db: Db) => db.updateTable("users").set({ email_confirmed_at: null }).execute();
/** A property of the landlord of the building, for a request that changes or deletes it. */
const freshProperty = async ({ portal: { db }, landlord }: Place): Promise<number> => {
  const id = await createProperty(db);
  await db.insertInto("property_landlords").values({ property_id: id, user_id: landlord.id }).execute();
  return id;
};
const placePhoto = async ({ portal: { db, services }, propertyId }: Place): Promise<void> => {
  const { key } = await services.files.put(await tinyPicture(), "png");
  await db
    .updateTable("properties")
    .set({ image_key: key, image_thumbnail_key: key, image_media_type: "image/png" })
    .where("id", "=", propertyId)
    .execute();
};

/** The state after the first administrator was created. */
const buildingIsNext = ({ portal: { db } }: Place) => noteBuildingIsNext(db);
/** A checked file of the landlord of the building, with one row. */
const freshImport = async ({ portal: { db }, landlord }: Place): Promise<Ask> => {
  const { id } = await db
    .insertInto("imports")
    .values({
      kind: "units",
      file_name: "units.csv",
      state: "checked",
      row_count: 1,
      created_by_id: landlord.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id } };
};

/** A new unsubscribe link in a mail. */
async function linkInMail({ portal: { services }, newPerson }: Place): Promise<Ask> {
  const { id } = await newPerson({ role: "tenant" });
  const path = unsubscribePath(services.secretKey, { userId: id, topics: ["comments"] });
  return { query: path.replace("/unsubscribe", "") };
}
/** A choice that differs from all stored ones. */
async function newChoice({ portal: { db } }: Place): Promise<Ask> {
  await db.deleteFrom("notification_preferences").execute();
  return { body: { topic: "comments", inPortal: false } };
}

const freshClaimant = async ({ newPerson, unitId }: Place, body: Record<string, unknown>): Promise<Ask> => ({
  params: { id: (await newPerson({ role: "tenant", state: "pending", claimedUnitId: unitId })).id },
  body,
});

/** An invitation of a tenant to the unit, open. */
async function freshInvitation({ portal: { db, clock }, unitId, propertyId, admin }: Place) {
  const token = randomToken();
  const { id } = await db
    .insertInto("invitations")
    .values({
      email: `invited${++numbers}@example.com`,
      role: "tenant",
      unit_id: unitId,
      token_hash: hashOf(token),
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

const companyOf = async ({ portal: { db }, leaseId }: Place): Promise<number> => {
  const { company_id } = await db
    .selectFrom("leases")
    .select("company_id")
    .where("id", "=", leaseId)
    .executeTakeFirstOrThrow();
  return company_id;
};
const leaseOfFreshUnit = async ({ portal: { db }, propertyId }: Place) => ({
  companyName: "Zephyr Books",
  propertyId,
  unitIds: [await createUnit(db, propertyId)],
  from: "2020-01-01",
});
const freshLease = async (place: Place, body?: Record<string, unknown>, state = "active"): Promise<Ask> => {
  const { portal, propertyId } = place;
  const id = await createLease(portal.db, {
    propertyId,
    unitId: await createUnit(portal.db, propertyId),
    memberIds: [(await place.newPerson({ role: "tenant" })).id],
    isDraft: state === "draft",
  });
  return { params: { id }, ...(body === undefined ? {} : { body }) };
};
const freshMember = async (place: Place, body?: Record<string, unknown>): Promise<Ask> => {
  const { params } = await freshLease(place);
  const member = await place.portal.db
    .selectFrom("lease_members")
    .select("id")
    .where("lease_id", "=", Number(params?.id))
    .executeTakeFirstOrThrow();
  return { params: { ...params, memberId: member.id }, ...(body === undefined ? {} : { body }) };
};

const termsOfMatrix = someTerms({ lines: [] });

export const requests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "GET /api/config": () => ({}),
  "GET /api/registration-units": () => ({}),
  "POST /api/login": async ({ newPerson }) => {
    const { email } = await newPerson({ role: "tenant", passwordHash: await hashPassword(password) });
    return { body: { email, password } };
  },
  "POST /api/logout": () => ({}),
  "POST /api/confirm-address": async ({ newPerson, portal: { db, clock } }) => {
    const { id } = await newPerson({ role: "tenant" });
    await forgetConfirmations(db);
    const token = await makeToken(db, { purpose: "confirm-address", userId: id, now: clock.now, days: 7 });
    return { body: { token, password } };
  },
  "POST /api/register": () => ({
    body: { email: `matrix${++numbers}@example.com`, fullName: "Newcomer", password, role: "tenant" },
  }),

  "GET /api/me": () => ({}),
  "POST /api/confirm-address/resend": async ({ portal: { db } }) => {
    await forgetConfirmations(db);
    return {};
  },
  "POST /api/me/claim": ({ offeredUnitId }) => ({ body: { unitId: offeredUnitId } }),

  "GET /api/users": () => ({}),
  "GET /api/users.csv": () => ({}),
  "POST /api/users/:id/approve": (place) => freshClaimant(place, {}),
  "POST /api/users/:id/undo-approval": async (place) => {
    const { params } = await freshClaimant(place, {});
    await place.portal.call("POST", `/api/users/${params?.id}/approve`, {
      cookie: place.admin.cookie,
      body: {},
    });
    return { params };
  },
  "POST /api/users/:id/refuse": (place) => freshClaimant(place, { reason: "We do not know you." }),
  "GET /api/users/:id": ({ tenant }) => ({ params: { id: tenant.id } }),
  "PATCH /api/users/:id": async ({ newPerson }) => ({
    params: { id: (await newPerson({ role: "tenant" })).id },
    body: { fullName: `Renamed ${++numbers}` },
  }),
  "POST /api/users/:id/disable": async ({ newPerson }) => ({
    params: { id: (await newPerson({ role: "tenant" })).id },
    body: {},
  }),
  "POST /api/users/:id/enable": async ({ newPerson }) => ({
    params: { id: (await newPerson({ role: "tenant", state: "disabled" })).id },
  }),
  "POST /api/users/:id/sign-out-everywhere": async ({ newPerson }) => ({
    params: { id: (await newPerson({ role: "tenant" })).id },
  }),

  "GET /api/invitations": () => ({}),
  "GET /api/invitations.csv": () => ({}),
  "POST /api/invitations": ({ unitId }) => ({
    body: { email: `invited${++numbers}@example.com`, role: "tenant", unitId },
  }),
  "POST /api/invitations/:id/resend": async (place) => ({
    params: { id: (await freshInvitation(place)).id },
  }),
  "POST /api/invitations/:id/withdraw": async (place) => ({
    params: { id: (await freshInvitation(place)).id },
  }),
  "POST /api/invitations/look-up": async (place) => ({
    body: { token: (await freshInvitation(place)).token },
  }),

  "PATCH /api/me": () => ({ body: { fullName: `Renamed ${++numbers}` } }),
  "POST /api/me/password": async ({ portal: { db } }) => {
    // Every caller gets this password.
    await db
      .updateTable("users")
      .set({ password_hash: await hashPassword(password) })
      .execute();
    return { body: { currentPassword: password, newPassword: `${password} ${++numbers}` } };
  },
  ...secondFactorRequests,
  ...tokenRequests,
  ...webhookRequests,
  "GET /api/me/sessions": () => ({}),
  "POST /api/me/sessions/end-others": () => ({}),
  "DELETE /api/me/sessions/:id": async ({ portal: { db, clock }, tenant }) => {
    await signInAs(db, tenant, clock.now);
    const { number } = await db
      .selectFrom("sessions")
      .select("number")
      .where("user_id", "=", tenant.id)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return { params: { id: number } };
  },

  "GET /api/buildings": () => ({}),
  "GET /api/properties/:id/units": ({ propertyId }) => ({ params: { id: propertyId } }),
  "GET /api/settings/logo": async ({ portal: { db, services } }) => {
    const { key } = await services.files.put(await tinyPicture(), "png");
    await db.updateTable("organisation").set({ logo_key: key }).execute();
    return {};
  },
  "PUT /api/settings/logo": async () => ({
    form: multipart({}, [
      { name: "logo", fileName: "logo.png", type: "image/png", content: await tinyPicture() },
    ]),
  }),
  "DELETE /api/settings/logo": async () => ({}),
  "GET /api/properties/:id/photo": async (place) => {
    await placePhoto(place);
    return { params: { id: place.propertyId } };
  },
  "GET /api/properties": () => ({}),
  "GET /api/properties.csv": () => ({}),
  "POST /api/properties": () => ({ body: propertyFacts }),
  "GET /api/properties/:id": ({ propertyId }) => ({ params: { id: propertyId } }),
  "GET /api/properties/:id/overview": ({ propertyId }) => ({ params: { id: propertyId } }),
  "PATCH /api/properties/:id": async (place) => ({
    params: { id: await freshProperty(place) },
    body: { name: "Hall Two" },
  }),
  "DELETE /api/properties/:id": async (place) => ({ params: { id: await freshProperty(place) } }),
  "PUT /api/properties/:id/photo": async ({ propertyId }) => ({
    params: { id: propertyId },
    form: multipart({}, [
      { name: "photo", fileName: "house.png", type: "image/png", content: await tinyPicture() },
    ]),
  }),
  "DELETE /api/properties/:id/photo": async (place) => {
    await placePhoto(place);
    return { params: { id: place.propertyId } };
  },
  "GET /api/units": () => ({}),
  "GET /api/units.csv": () => ({}),
  "GET /api/units/vacant": () => ({}),
  "POST /api/units": ({ propertyId }) => ({
    body: { propertyId, unitNumber: `N${++numbers}`, type: "office" },
  }),
  "POST /api/properties/:id/units": ({ propertyId }) => ({
    params: { id: propertyId },
    body: { units: [{ unitNumber: `N${++numbers}`, type: "office" }] },
  }),
  "GET /api/units/:id": ({ unitId }) => ({ params: { id: unitId } }),
  "PATCH /api/units/:id": ({ unitId }) => ({ params: { id: unitId }, body: { sizeSqft: ++numbers } }),
  "DELETE /api/units/:id": async ({ portal: { db }, propertyId }) => ({
    params: { id: await createUnit(db, propertyId) },
  }),

  "GET /api/companies": () => ({}),
  "GET /api/companies.csv": () => ({}),
  "POST /api/companies": () => ({ body: { name: "Zephyr Books" } }),
  "GET /api/companies/:id": async (place) => ({ params: { id: await companyOf(place) } }),
  "PATCH /api/companies/:id": async (place) => ({
    params: { id: await companyOf(place) },
    body: { name: `Company of matrix ${++numbers}` },
  }),
  "GET /api/leases": () => ({}),
  "GET /api/leases.csv": () => ({}),
  "POST /api/leases": async (place) => ({ body: await leaseOfFreshUnit(place) }),
  "GET /api/leases/:id": ({ leaseId }) => ({ params: { id: leaseId } }),
  "PATCH /api/leases/:id": (place) => freshLease(place, { to: "2199-01-01" }),
  "DELETE /api/leases/:id": (place) => freshLease(place, undefined, "draft"),
  "POST /api/leases/:id/activate": (place) => freshLease(place, {}, "draft"),
  "POST /api/leases/:id/notice": (place) => freshLease(place, { to: "2199-01-01" }),
  "POST /api/leases/:id/end": (place) => freshLease(place, { on: "2199-01-01" }),
  "POST /api/leases/:id/members": async (place) => {
    const { id: userId } = await place.newPerson({ role: "tenant" });
    await createLease(place.portal.db, {
      propertyId: place.propertyId,
      unitId: await createUnit(place.portal.db, place.propertyId),
      memberIds: [userId],
    });
    return freshLease(place, { userId });
  },
  "PATCH /api/leases/:id/members/:memberId": (place) => freshMember(place, { to: "2199-01-01" }),
  "DELETE /api/leases/:id/members/:memberId": (place) => freshMember(place),
  "GET /api/leases/:id/members.csv": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/units.csv": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/schedule.csv": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/history": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/terms": ({ leaseId }) => ({ params: { id: leaseId } }),
  "PUT /api/leases/:id/terms": (place) => freshLease(place, { terms: termsOfMatrix }, "draft"),
  "POST /api/leases/:id/amendments": async (place) => {
    const ask = await freshLease(place, {
      from: "2199-01-01",
      terms: { ...termsOfMatrix, dueDay: 5 },
      reason: "The parties agreed on another day.",
    });
    const leaseId = Number(ask.params?.id);
    await writeTerms(place.portal.db, { leaseId, from: "2199-01-01", terms: termsOfMatrix });
    return ask;
  },
  "POST /api/leases/:id/schedule": ({ leaseId }) => ({ params: { id: leaseId }, body: {} }),
  ...ledgerRequests,
  ...passwordRequests,
  ...paymentRequests,
  ...documentRequests,

  "GET /api/set-up": () => ({ query: "?setup=x" }),
  "POST /api/set-up": async ({ portal: { db, clock } }) => ({
    body: {
      setupToken: await makeToken(db, { purpose: "setup", userId: null, now: clock.now, days: 7 }),
      organisation: { name: "Harbor Homes", timeZone: "America/Denver" },
      email: `matrix${++numbers}@example.com`,
      fullName: "Newcomer",
      password,
    },
  }),
  "GET /api/set-up/progress": () => ({}),
  "POST /api/set-up/building": async (place) => {
    await buildingIsNext(place);
    return { body: { property: propertyFacts, unitNumbers: "1-3" } };
  },
  "POST /api/set-up/skip": async (place) => {
    await buildingIsNext(place);
    return {};
  },

  "GET /api/posting-runs": () => ({}),
  "GET /api/posting-runs.csv": () => ({}),
  "GET /api/posting-runs/waiting": () => ({}),
  "POST /api/posting-runs": () => ({}),

  "GET /api/imports": () => ({}),
  "GET /api/imports.csv": () => ({}),
  "GET /api/imports/templates/:file": () => ({ params: { file: "units.csv" } }),
  "POST /api/imports": () => ({
    form: multipart({ kind: "units" }, [
      {
        name: "file",
        fileName: "units.csv",
        type: "text/csv",
        content: Buffer.from("Property,Unit number,Type\nHarbor House,900,office\n"),
      },
    ]),
  }),
  "GET /api/imports/:id": freshImport,
  "GET /api/imports/:id/errors": freshImport,
  "GET /api/imports/:id/errors.csv": freshImport,
  "POST /api/imports/:id/run": freshImport,

  ...dispatchRequests,
  ...workOrderRequests,
  ...visitRequests,
  ...workRequests,
  ...viewRequests,

  "GET /api/dashboard/stats": () => ({}),
  "GET /api/dashboard/charts": () => ({}),
  "GET /api/dashboard/tenant": () => ({}),
  "GET /api/dashboard/checklist": () => ({}),
  "DELETE /api/dashboard/checklist": () => ({}),
  "GET /api/events": () => ({}),
  "GET /api/search": () => ({ query: "?q=zebra" }),
  "GET /api/search/records": () => ({ query: "?records=work-order-1,person-1" }),
  "GET /api/notifications": () => ({}),
  "POST /api/notifications/read": () => ({ body: { upTo: 1_000_000_000 } }),
  "GET /api/notification-preferences": () => ({}),
  "PUT /api/notification-preferences": newChoice,
  "GET /api/unsubscribe": linkInMail,
  "POST /api/unsubscribe": linkInMail,
  ...pushRequests,
  ...outboxRequests,
  ...systemRequests,
  "GET /api/audit": () => ({}),
  "GET /api/audit.csv": () => ({}),
  "GET /api/settings": () => ({}),
  "GET /api/settings/backup": () => ({}),
  "PATCH /api/settings": () => ({ body: { supportPhone: `+1 206 555 ${1000 + ++numbers}` } }),
  "GET /api/settings/properties": () => ({}),
  "GET /api/settings/properties.csv": () => ({}),
  "PATCH /api/settings/properties/:id": ({ propertyId }) => ({
    params: { id: propertyId },
    body: { cardFeeBasisPoints: ++numbers },
  }),
};
