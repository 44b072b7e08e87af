import { findPeopleByWords, type PersonFound, peopleFound } from "#domains/accounts/server/find-people.ts";
import type { Hit } from "#domains/documents/hit.ts";
import {
  type DocumentFound,
  documentsFound,
  findDocumentsByWords,
} from "#domains/documents/server/find-documents.ts";
import type { CompanyRow } from "#domains/leases/company-contract.ts";
import { leasesInWords } from "#domains/leases/company-in-words.ts";
import type { LeaseRow } from "#domains/leases/contract.ts";
import {
  companiesFound,
  findCompaniesByWords,
  findLeasesByWords,
  leasesFound,
} from "#domains/leases/server/find-leases.ts";
import { leaseStateLabels } from "#domains/leases/states.ts";
import type { Payment } from "#domains/payments/contract.ts";
import { findPaymentsByWords, paymentHits } from "#domains/payments/server/find-payments.ts";
import {
  findPropertiesByWords,
  findUnitsByWords,
  type PlaceFound,
  propertiesFound,
  unitsFound,
} from "#domains/properties/server/find-places.ts";
import { findOrdersByWords, type OrderFound, ordersFound } from "#domains/work-orders/server/find-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { type Action, grantOf } from "#shared/permissions.ts";
import type { SearchHit } from "../contract.ts";
import { type SearchKind, searchKinds } from "../kinds.ts";

/** A hit, with the number it is known by: of the order, the receipt or the unit. */
export type Found = SearchHit & { number?: string };

/** One kind of record in the search: found by words, or by ids for recently opened records; always within the access scope. */
export interface Group {
  /** Whoever may not do this finds none of the kind. */
  action: Action;
  /** How many hits are shown. */
  shown: number;
  find: (ctx: SignedInCtx, text: string) => Promise<Found[]>;
  read: (ctx: SignedInCtx, ids: readonly number[]) => Promise<Found[]>;
}

/** How many of the newest records are considered for the best matches. */
const candidates = 24;
const documentsShown = 5;

const groups: Record<SearchKind, Group> = {
  "work-order": {
    action: "work-orders.list",
    shown: 6,
    find: async (ctx, text) => (await findOrdersByWords(ctx, text, candidates)).map(ofOrder),
    read: async (ctx, ids) => (await ordersFound(ctx, ids)).map(ofOrder),
  },
  document: {
    action: "documents.list",
    shown: documentsShown,
    find: async (ctx, text) =>
      (await findDocumentsByWords(ctx, text, { titles: candidates, enough: documentsShown })).map(ofDocument),
    read: async (ctx, ids) => (await documentsFound(ctx, ids)).map(ofDocument),
  },
  property: {
    action: "properties.read",
    shown: 4,
    find: async (ctx, text) => (await findPropertiesByWords(ctx, text, candidates)).map(ofProperty),
    read: async (ctx, ids) => (await propertiesFound(ctx, ids)).map(ofProperty),
  },
  unit: {
    action: "units.read",
    shown: 4,
    find: async (ctx, text) => (await findUnitsByWords(ctx, text, candidates)).map(ofUnit),
    read: async (ctx, ids) => (await unitsFound(ctx, ids)).map(ofUnit),
  },
  lease: {
    action: "leases.list",
    shown: 4,
    find: async (ctx, text) => (await findLeasesByWords(ctx, text, candidates)).map(ofLease),
    read: async (ctx, ids) => (await leasesFound(ctx, ids)).map(ofLease),
  },
  company: {
    action: "companies.list",
    shown: 4,
    find: async (ctx, text) => (await findCompaniesByWords(ctx, text, candidates)).map(ofCompany),
    read: async (ctx, ids) => (await companiesFound(ctx, ids)).map(ofCompany),
  },
  person: {
    action: "people.list",
    shown: 4,
    find: async (ctx, text) => (await findPeopleByWords(ctx, text, candidates)).map(ofPerson),
    read: async (ctx, ids) => (await peopleFound(ctx, ids)).map(ofPerson),
  },
  payment: {
    action: "payments.list",
    shown: 4,
    // Texts of payments are short, and so are the texts searched for in them.
    find: async (ctx, text) =>
      (await findPaymentsByWords(ctx, text.slice(0, 100), candidates)).map(ofPayment),
    read: async (ctx, ids) => (await paymentHits(ctx, ids)).map(ofPayment),
  },
};

/** The kinds that this user may search. */
export const groupsFor = ({ actor }: SignedInCtx): (Group & { kind: SearchKind })[] =>
  searchKinds
    .map((kind) => ({ kind, ...groups[kind] }))
    .filter(({ action }) => grantOf(actor.accessScope.effectiveRole, action) !== "no");

const ofOrder = ({ id, title, location, status }: OrderFound): Found => ({
  kind: "work-order",
  id,
  title,
  detail: `${workOrderNumber(id)} · ${location}`,
  status,
  person: null,
  number: String(id),
});

const ofDocument = ({
  id,
  title,
  type,
  building,
  isInText = false,
  hit,
}: DocumentFound & { isInText?: boolean; hit?: Hit | undefined }): Found => ({
  kind: "document",
  id,
  title,
  detail: `${type} · ${building}${isInText ? " · in the text" : ""}`,
  status: null,
  person: null,
  inText: hit,
});

const ofProperty = (property: PlaceFound): Found => ({
  kind: "property",
  ...property,
  status: null,
  person: null,
});

const ofUnit = (unit: PlaceFound): Found => ({
  kind: "unit",
  ...unit,
  status: null,
  person: null,
  number: unit.title.replace(/^Unit /, "").toLowerCase(),
});

/** A lease of several units is known by its company; one of a single unit also by the number of the unit. */
const ofLease = ({ id, company, property, units, state }: LeaseRow): Found => {
  const numbers = units.map(({ unitNumber }) => unitNumber);
  const place =
    numbers.length === 0 ? "" : `${numbers.length === 1 ? "Unit" : "Units"} ${numbers.join(", ")}, `;
  return {
    kind: "lease",
    id,
    title: company.name,
    detail: `${place}${property.name} · ${leaseStateLabels[state]}`,
    status: null,
    person: null,
    ...(numbers.length === 1 && { number: numbers[0]?.toLowerCase() }),
  };
};

const ofCompany = ({ id, name, contactEmail, ...counts }: CompanyRow): Found => ({
  kind: "company",
  id,
  title: name,
  detail: [leasesInWords(counts), ...(contactEmail === null ? [] : [contactEmail])].join(" · "),
  status: null,
  person: null,
});

const ofPerson = ({ id, fullName, email, role, state, propertyId }: PersonFound): Found => ({
  kind: "person",
  id,
  title: fullName,
  detail: email,
  status: state,
  person: { role, propertyId },
});

const ofPayment = ({ id, description, amountFormatted, company, receiptNumber, status }: Payment): Found => ({
  kind: "payment",
  id,
  title: `${description}, ${amountFormatted}`,
  detail: `Receipt ${receiptNumber} · ${company}`,
  status,
  person: null,
  number: String(receiptNumber),
});
