import * as z from "zod/mini";
import { leaseAccount } from "#domains/ledger/contract.ts";
import { ledgerMonth } from "#domains/ledger/reports-contract.ts";
import { ages } from "#domains/work-orders/ages.ts";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { workOrderRow } from "#domains/work-orders/contract.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";

/** The numbers of the charts; each is the length of a list (see drill-down.ts). */
export const dashboardCharts = z.object({
  /** Open orders by the categories of the list's filter and the days since they were reported; pairs without one too. */
  openOrders: z.array(z.object({ category: z.enum(filterCategories), age: z.enum(ages), count: z.number() })),
  /** Units within the access scope, and their sizes as far as they are known; null for roles that do not let units. */
  occupancy: z.nullable(
    z.object({
      occupied: z.number(),
      vacant: z.number(),
      other: z.number(),
      occupiedSquareFeet: z.number(),
      squareFeet: z.number(),
    }),
  ),
  /** Open charges due before today, in cents; null for roles without money. */
  overdueCents: z.nullable(z.number()),
  /** Leases that end within 90 days; null for roles that do not let units. */
  endingLeases: z.nullable(z.number()),
  /** The report of the last twelve months; null for roles without money. */
  rentByMonth: z.nullable(z.array(ledgerMonth)),
});
export type DashboardCharts = z.infer<typeof dashboardCharts>;

export const readCharts = endpoint({
  method: "GET",
  path: "/api/dashboard/charts",
  action: "dashboard.read-charts",
  summary: "Open work orders by age and category, and the occupancy of units, within the access scope",
  response: dashboardCharts,
});

/** What a tenant came for. */
export const tenantDay = z.object({
  /** The leases whose money the tenant may see, newest first; of those that ended, only ones whose account is not even. */
  leases: z.array(
    z.object({
      id: z.number(),
      company: z.string(),
      property: z.object({ id: z.number(), name: z.string() }),
      units: z.array(z.string()),
      account: leaseAccount,
    }),
  ),
  /** Requests that are not finished, and those just completed that the tenant has not signed yet, which come first. */
  requests: z.array(
    z.pick(workOrderRow, {
      id: true,
      title: true,
      status: true,
      timeZone: true,
      appointment: true,
      assignee: true,
      awaitingApproval: true,
    }),
  ),
});
export type TenantDay = z.infer<typeof tenantDay>;
export type OwnLease = TenantDay["leases"][number];
export type OwnRequest = TenantDay["requests"][number];

export const readTenantDay = endpoint({
  method: "GET",
  path: "/api/dashboard/tenant",
  action: "dashboard.read-tenant",
  summary: "What is due on a tenant's leases, and the first of their open requests",
  response: tenantDay,
});

/** What a new portal needs, in the order in which it is set up. */
export const setUpSteps = ["mail", "payments", "building", "units", "leases", "people"] as const;
export type SetUpStep = (typeof setUpSteps)[number];

export const readChecklist = endpoint({
  method: "GET",
  path: "/api/dashboard/checklist",
  action: "dashboard.read-checklist",
  summary: "What is left to set up, as far as the person may do it; empty once it is done or dismissed",
  response: z.object({ steps: z.array(z.object({ step: z.enum(setUpSteps), isDone: z.boolean() })) }),
});
export type Checklist = z.infer<typeof readChecklist.response>;

export const dismissChecklist = endpoint({
  method: "DELETE",
  path: "/api/dashboard/checklist",
  action: "dashboard.read-checklist",
  summary: "Show the checklist to this person no more",
  response: done,
});
