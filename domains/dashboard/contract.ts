import * as z from "zod/mini";
import { leaseAccount } from "#domains/ledger/contract.ts";
import { ledgerMonth } from "#domains/ledger/reports-contract.ts";
import { ages } from "#domains/work-orders/ages.ts";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { workOrderRow } from "#domains/work-orders/contract.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";

/** The numbers of the charts. Each is the length of a list. */
export const dashboardCharts = z.object({
  /**
   * Open work orders by the categories of the list's filter and the days since they were reported, including
   * empty combinations.
   */
  openOrders: z.array(z.object({ category: z.enum(filterCategories), age: z.enum(ages), count: z.number() })),
  /** The units in the access scope, with their known sizes. Null for roles that don't lease units. */
  occupancy: z.nullable(
    z.object({
      occupied: z.number(),
      vacant: z.number(),
      other: z.number(),
      occupiedSquareFeet: z.number(),
      squareFeet: z.number(),
    }),
  ),
  /** Unpaid charges due before today, in cents. Null for roles without access to money. */
  overdueCents: z.nullable(z.number()),
  /** The number of leases that end within 90 days. Null for roles that don't lease units. */
  endingLeases: z.nullable(z.number()),
  /** The report of the last twelve months. Null for roles without access to money. */
  rentByMonth: z.nullable(z.array(ledgerMonth)),
});
export type DashboardCharts = z.infer<typeof dashboardCharts>;

export const readCharts = endpoint({
  method: "GET",
  path: "/api/dashboard/charts",
  action: "dashboard.read-charts",
  summary: "Get open work orders by age and category, and unit occupancy",
  response: dashboardCharts,
});

/** What a tenant needs first on the dashboard. */
export const tenantDay = z.object({
  /**
   * The leases whose amounts the tenant can see, newest first. Ended leases only if their balance isn't zero.
   */
  leases: z.array(
    z.object({
      id: z.number(),
      company: z.string(),
      property: z.object({ id: z.number(), name: z.string() }),
      units: z.array(z.string()),
      account: leaseAccount,
    }),
  ),
  /** The tenant's open work orders, preceded by recently completed ones that the tenant hasn't signed yet. */
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
export type MyLease = TenantDay["leases"][number];
export type MyRequest = TenantDay["requests"][number];

export const readTenantDay = endpoint({
  method: "GET",
  path: "/api/dashboard/tenant",
  action: "dashboard.read-tenant",
  summary: "Get what's due on a tenant's leases and their latest open work orders",
  response: tenantDay,
});

/** The setup steps of a new portal, in order. */
export const setupSteps = ["email", "payments", "building", "units", "leases", "people"] as const;
export type SetupStep = (typeof setupSteps)[number];

export const readChecklist = endpoint({
  method: "GET",
  path: "/api/dashboard/checklist",
  action: "dashboard.read-checklist",
  summary: "Get the remaining setup steps this person can do; empty when finished or dismissed",
  response: z.object({ steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })) }),
});
export type Checklist = z.infer<typeof readChecklist.response>;

export const dismissChecklist = endpoint({
  method: "DELETE",
  path: "/api/dashboard/checklist",
  action: "dashboard.read-checklist",
  summary: "Dismiss the setup checklist",
  response: done,
});
