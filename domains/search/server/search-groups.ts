import {
  countDocumentsByWords,
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
import { formatWithFee } from "#domains/payments/fee.ts";
import { findPaymentsByIds, searchPayments } from "#domains/payments/server/history/find-payments.ts";
import {
  findPeopleByIds,
  type PersonResult,
  searchPeople,
} from "#domains/people/server/directory/find-people.ts";
import {
  findPropertiesByIds,
  findUnitsByIds,
  type PropertyOrUnitResult,
  searchProperties,
  searchUnits,
} from "#domains/properties/server/find-properties-and-units.ts";
import { getReportFacts } from "#domains/reports/reports.ts";
import type { SavedReport } from "#domains/reports/saved-reports-contract.ts";
import {
  findSavedReportsByIds,
  searchSavedReports,
} from "#domains/reports/server/saved-reports/saved-reports.ts";
import {
  findWorkOrdersByIds,
  searchWorkOrders,
  type WorkOrderResult,
} from "#domains/work-orders/server/list/search-work-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { foldText } from "#shared/fold-text.ts";
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
export interface SearchGroup {
  /** The permission for this type. Users without it don't get results of this type. */
  action: Action;
  /** The maximum number of results. */
  limit: number;
  findByText: (ctx: SignedInCtx, text: string) => Promise<RankedHit[]>;
  /** Counts the matches of the list if `findByText` returns fewer, up to `candidateCount`. */
  countByText?: (ctx: SignedInCtx, text: string) => Promise<number>;
  findByIds: (ctx: SignedInCtx, ids: readonly number[]) => Promise<RankedHit[]>;
}

/** How many of the newest records are considered for the best matches. */
const candidateCount = 24;
const maxDocuments = 5;
const maxWorkOrders = 6;

const groups: Record<SearchKind, SearchGroup> = {
  "work-order": {
    action: "work-orders.list",
    limit: maxWorkOrders,
    findByText: async (ctx, text) =>
      (await searchWorkOrders(ctx, text, { limit: candidateCount, minMatches: maxWorkOrders })).map(
        toWorkOrderHit,
      ),
    findByIds: async (ctx, ids) => (await findWorkOrdersByIds(ctx, ids)).map(toWorkOrderHit),
  },
  document: {
    action: "documents.list",
    limit: maxDocuments,
    findByText: async (ctx, text) =>
      (
        await findDocumentsByWords(ctx, text, { maxTitleMatches: candidateCount, minMatches: maxDocuments })
      ).map(toDocumentHit),
    countByText: (ctx, text) => countDocumentsByWords(ctx, text, candidateCount),
    findByIds: async (ctx, ids) => (await findDocumentHits(ctx, ids)).map(toDocumentHit),
  },
  property: {
    action: "properties.read",
    limit: 4,
    findByText: async (ctx, text) => (await searchProperties(ctx, text, candidateCount)).map(toPropertyHit),
    findByIds: async (ctx, ids) => (await findPropertiesByIds(ctx, ids)).map(toPropertyHit),
  },
  unit: {
    action: "units.read",
    limit: 4,
    findByText: async (ctx, text) => (await searchUnits(ctx, text, candidateCount)).map(toUnitHit),
    findByIds: async (ctx, ids) => (await findUnitsByIds(ctx, ids)).map(toUnitHit),
  },
  lease: {
    action: "leases.list",
    limit: 4,
    findByText: async (ctx, text) => (await searchLeases(ctx, text, candidateCount)).map(toLeaseHit),
    findByIds: async (ctx, ids) => (await findLeasesByIds(ctx, ids)).map(toLeaseHit),
  },
  company: {
    action: "companies.list",
    limit: 4,
    findByText: async (ctx, text) => (await searchCompanies(ctx, text, candidateCount)).map(toCompanyHit),
    findByIds: async (ctx, ids) => (await findCompaniesByIds(ctx, ids)).map(toCompanyHit),
  },
  person: {
    action: "people.list",
    limit: 4,
    findByText: async (ctx, text) => (await searchPeople(ctx, text, candidateCount)).map(toPersonHit),
    findByIds: async (ctx, ids) => (await findPeopleByIds(ctx, ids)).map(toPersonHit),
  },
  payment: {
    action: "payments.list",
    limit: 4,
    // Payment texts are short, so the first 100 characters of a search are enough.
    findByText: async (ctx, text) =>
      (await searchPayments(ctx, text.slice(0, 100), candidateCount)).map(toPaymentHit),
    findByIds: async (ctx, ids) => (await findPaymentsByIds(ctx, ids)).map(toPaymentHit),
  },
  "saved-report": {
    action: "reports.save",
    limit: 4,
    findByText: async (ctx, text) => (await searchSavedReports(ctx, text)).map(toSavedReportHit),
    findByIds: async (ctx, ids) => (await findSavedReportsByIds(ctx, ids)).map(toSavedReportHit),
  },
};

/** Returns the types this user can search. */
export const getSearchGroups = ({ actor }: SignedInCtx): (SearchGroup & { kind: SearchKind })[] =>
  searchKinds
    .map((kind) => ({ kind, ...groups[kind] }))
    .filter(({ action }) => getGrant(actor.accessScope.effectiveRole, action) !== "no");

const toWorkOrderHit = ({ id, title, location, status, comment }: WorkOrderResult): RankedHit => ({
  kind: "work-order",
  id,
  title,
  detail: `${workOrderNumber(id)} · ${comment === undefined ? location : `“${comment}”`}`,
  status,
  person: null,
  number: String(id),
});

const toDocumentHit = ({
  id,
  title,
  type,
  property,
  isInText = false,
  hit,
}: DocumentHit & { isInText?: boolean; hit?: TextHit }): RankedHit => ({
  kind: "document",
  id,
  title,
  detail: isInText ? `${type} · ${property} · found in text` : `${type} · ${property}`,
  status: null,
  person: null,
  inText: hit,
});

const toPropertyHit = (property: PropertyOrUnitResult): RankedHit => ({
  kind: "property",
  ...property,
  status: null,
  person: null,
});

const toUnitHit = (unit: PropertyOrUnitResult): RankedHit => ({
  kind: "unit",
  ...unit,
  status: null,
  person: null,
  number: foldText(unit.title.replace(/^Unit /, "")),
});

/** A lease is searchable by its company, and a lease of a single unit also by the unit's number. */
const toLeaseHit = ({ id, company, property, units, state }: LeaseRow): RankedHit => {
  const numbers = units.map(({ unitNumber }) => unitNumber);
  const unitLabel = numbers.length === 1 ? "Unit" : "Units";
  const location =
    numbers.length === 0 ? property.name : `${unitLabel} ${numbers.join(", ")}, ${property.name}`;
  return {
    kind: "lease",
    id,
    title: company.name,
    detail: `${location} · ${leaseStateLabels[state]}`,
    status: null,
    person: null,
    ...(numbers[0] !== undefined && numbers.length === 1 && { number: foldText(numbers[0]) }),
  };
};

const toCompanyHit = ({ id, name, contactEmail, contactPhone, ...counts }: CompanyRow): RankedHit => ({
  kind: "company",
  id,
  title: name,
  detail: [formatLeaseCount(counts), contactEmail, contactPhone].filter((part) => part !== null).join(" · "),
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
  company,
  receiptNumber,
  status,
  ...amounts
}: Payment): RankedHit => ({
  kind: "payment",
  id,
  title: `${description}, ${formatWithFee(amounts)}`,
  detail: `Receipt ${receiptNumber} · ${company}`,
  status,
  person: null,
  number: String(receiptNumber),
});

const toSavedReportHit = ({ id, name, report, owner }: SavedReport): RankedHit => ({
  kind: "saved-report",
  id,
  title: name,
  detail: `${getReportFacts(report).title} · ${owner.fullName}`,
  status: null,
  person: null,
});
