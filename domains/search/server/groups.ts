import {
  type DocumentHit,
  findDocumentHits,
  findDocumentsByWords,
} from "#domains/documents/server/search/find-documents.ts";
import type { TextHit } from "#domains/documents/text-hit.ts";
import type { CompanyRow } from "#domains/leases/company-contract.ts";
import type { LeaseRow } from "#domains/leases/contract.ts";
import { formatLeaseCount } from "#domains/leases/lease-counts.ts";
import {
  findCompaniesByIds,
  findLeasesByIds,
  searchCompanies,
  searchLeases,
} from "#domains/leases/server/lists/find-leases.ts";
import { leaseStateLabels } from "#domains/leases/states.ts";
import type { Payment } from "#domains/payments/contract.ts";
import { paymentHits, searchPayments } from "#domains/payments/server/history/find-payments.ts";
import {
  findPeopleByIds,
  type PersonResult,
  searchPeople,
} from "#domains/people/server/directory/find-people.ts";
import {
  findPropertiesByIds,
  findUnitsByIds,
  type PlaceResult,
  searchProperties,
  searchUnits,
} from "#domains/properties/server/find-places.ts";
import {
  findWorkOrderHits,
  searchWorkOrders,
  type WorkOrderHit,
} from "#domains/work-orders/server/list/search-work-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { type Action, getGrant } from "#shared/permissions.ts";
import type { SearchHit } from "../contract.ts";
import { type SearchKind, searchKinds } from "../kinds.ts";

/** A search result with its number: of the work order, the receipt, or the unit. */
export type RankedHit = SearchHit & { number?: string };

/**
 * One type of record in the search, found by words, or by ids for recently opened records. Only records the
 * user can access are returned.
 */
export interface Group {
  /** The permission for this type. Users without it don't get results of this type. */
  action: Action;
  /** The maximum number of results. */
  limit: number;
  find: (ctx: SignedInCtx, text: string) => Promise<RankedHit[]>;
  read: (ctx: SignedInCtx, ids: readonly number[]) => Promise<RankedHit[]>;
}

/** How many of the newest records are considered for the best matches. */
const candidates = 24;
const documentsShown = 5;

const groups: Record<SearchKind, Group> = {
  "work-order": {
    action: "work-orders.list",
    limit: 6,
    find: async (ctx, text) => (await searchWorkOrders(ctx, text, candidates)).map(toWorkOrderHit),
    read: async (ctx, ids) => (await findWorkOrderHits(ctx, ids)).map(toWorkOrderHit),
  },
  document: {
    action: "documents.list",
    limit: documentsShown,
    find: async (ctx, text) =>
      (await findDocumentsByWords(ctx, text, { titles: candidates, enough: documentsShown })).map(
        toDocumentHit,
      ),
    read: async (ctx, ids) => (await findDocumentHits(ctx, ids)).map(toDocumentHit),
  },
  property: {
    action: "properties.read",
    limit: 4,
    find: async (ctx, text) => (await searchProperties(ctx, text, candidates)).map(toPropertyHit),
    read: async (ctx, ids) => (await findPropertiesByIds(ctx, ids)).map(toPropertyHit),
  },
  unit: {
    action: "units.read",
    limit: 4,
    find: async (ctx, text) => (await searchUnits(ctx, text, candidates)).map(toUnitHit),
    read: async (ctx, ids) => (await findUnitsByIds(ctx, ids)).map(toUnitHit),
  },
  lease: {
    action: "leases.list",
    limit: 4,
    find: async (ctx, text) => (await searchLeases(ctx, text, candidates)).map(toLeaseHit),
    read: async (ctx, ids) => (await findLeasesByIds(ctx, ids)).map(toLeaseHit),
  },
  company: {
    action: "companies.list",
    limit: 4,
    find: async (ctx, text) => (await searchCompanies(ctx, text, candidates)).map(toCompanyHit),
    read: async (ctx, ids) => (await findCompaniesByIds(ctx, ids)).map(toCompanyHit),
  },
  person: {
    action: "people.list",
    limit: 4,
    find: async (ctx, text) => (await searchPeople(ctx, text, candidates)).map(toPersonHit),
    read: async (ctx, ids) => (await findPeopleByIds(ctx, ids)).map(toPersonHit),
  },
  payment: {
    action: "payments.list",
    limit: 4,
    // Payment texts are short, and so are the texts searched for in them.
    find: async (ctx, text) => (await searchPayments(ctx, text.slice(0, 100), candidates)).map(toPaymentHit),
    read: async (ctx, ids) => (await paymentHits(ctx, ids)).map(toPaymentHit),
  },
};

/** Returns the types this user can search. */
export const groupsFor = ({ actor }: SignedInCtx): (Group & { kind: SearchKind })[] =>
  searchKinds
    .map((kind) => ({ kind, ...groups[kind] }))
    .filter(({ action }) => getGrant(actor.accessScope.effectiveRole, action) !== "no");

const toWorkOrderHit = ({ id, title, location, status }: WorkOrderHit): RankedHit => ({
  kind: "work-order",
  id,
  title,
  detail: `${workOrderNumber(id)} · ${location}`,
  status,
  person: null,
  number: String(id),
});

const toDocumentHit = ({
  id,
  title,
  type,
  building,
  isInText = false,
  hit,
}: DocumentHit & { isInText?: boolean; hit?: TextHit }): RankedHit => ({
  kind: "document",
  id,
  title,
  detail: isInText ? `${type} · ${building} · found in text` : `${type} · ${building}`,
  status: null,
  person: null,
  inText: hit,
});

const toPropertyHit = (property: PlaceResult): RankedHit => ({
  kind: "property",
  ...property,
  status: null,
  person: null,
});

const toUnitHit = (unit: PlaceResult): RankedHit => ({
  kind: "unit",
  ...unit,
  status: null,
  person: null,
  number: unit.title.replace(/^Unit /, "").toLowerCase(),
});

/** A lease is searchable by its company, and a lease of a single unit also by the unit's number. */
const toLeaseHit = ({ id, company, property, units, state }: LeaseRow): RankedHit => {
  const numbers = units.map(({ unitNumber }) => unitNumber);
  const place =
    numbers.length === 0
      ? property.name
      : numbers.length === 1
        ? `Unit ${numbers[0]}, ${property.name}`
        : `Units ${numbers.join(", ")}, ${property.name}`;
  return {
    kind: "lease",
    id,
    title: company.name,
    detail: `${place} · ${leaseStateLabels[state]}`,
    status: null,
    person: null,
    ...(numbers.length === 1 && { number: numbers[0]?.toLowerCase() }),
  };
};

const toCompanyHit = ({ id, name, contactEmail, ...counts }: CompanyRow): RankedHit => ({
  kind: "company",
  id,
  title: name,
  detail: [formatLeaseCount(counts), ...(contactEmail === null ? [] : [contactEmail])].join(" · "),
  status: null,
  person: null,
});

const toPersonHit = ({ id, fullName, email, role, state, propertyId }: PersonResult): RankedHit => ({
  kind: "person",
  id,
  title: fullName,
  detail: email,
  status: state,
  person: { role, propertyId },
});

const toPaymentHit = ({
  id,
  description,
  amountFormatted,
  company,
  receiptNumber,
  status,
}: Payment): RankedHit => ({
  kind: "payment",
  id,
  title: `${description}, ${amountFormatted}`,
  detail: `Receipt ${receiptNumber} · ${company}`,
  status,
  person: null,
  number: String(receiptNumber),
});
