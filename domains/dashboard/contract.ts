import * as z from "zod/mini";
import { leaseAccount } from "#domains/ledger/contract.ts";
import { ledgerMonth } from "#domains/ledger/reports-contract.ts";
import { ages } from "#domains/work-orders/ages.ts";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { personRef, workOrderRow } from "#domains/work-orders/contract.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";

/** The figures and charts of the portfolio. Each count is the length of a list. */
export const dashboardCharts = z.object({
  /**
   * Open work orders by age and by the categories of the list's filter, including empty combinations.
   */
  openWorkOrders: z.array(
    z.object({ category: z.enum(filterCategories), age: z.enum(ages), count: z.number() }),
  ),
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
  /**
   * Unpaid charges due before today, the number of their leases, and the oldest due date. Null for roles
   * without access to money.
   */
  overdue: z.nullable(z.object({ cents: z.number(), leases: z.number(), since: z.nullable(z.string()) })),
  /**
   * The number of leases that end within 90 days, and the first to end. Null for roles that don't lease
   * units.
   */
  endingLeases: z.nullable(
    z.object({ count: z.number(), first: z.nullable(z.object({ company: z.string(), to: z.string() })) }),
  ),
  /** The last twelve months. Null for roles without access to money. */
  months: z.nullable(z.array(ledgerMonth)),
});
export type DashboardCharts = z.infer<typeof dashboardCharts>;

export const readCharts = endpoint({
  method: "GET",
  path: "/api/dashboard/charts",
  action: "dashboard.read-charts",
  summary: "Get overdue rent, rent by month, occupancy, ending leases, and open work orders by age",
  response: dashboardCharts,
});

/** The amounts and tasks at the top of a tenant's dashboard. */
export const tenantDay = z.object({
  /**
   * The leases whose amounts the tenant can see, newest first. Ended leases only if they have a balance or a
   * deposit.
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
  /**
   * The work orders waiting for the tenant, with a proposed visit to confirm or recently completed work to
   * sign off.
   */
  workOrdersToAnswer: z.array(
    z.extend(
      z.pick(workOrderRow, { id: true, title: true, status: true, timeZone: true, appointment: true }),
      {
        /** The person who proposed the visit or did the work. */
        by: z.nullable(personRef),
      },
    ),
  ),
});
export type TenantDay = z.infer<typeof tenantDay>;
export type MyLease = TenantDay["leases"][number];
export type WorkOrderToAnswer = TenantDay["workOrdersToAnswer"][number];

export const readTenantDay = endpoint({
  method: "GET",
  path: "/api/dashboard/tenant",
  action: "dashboard.read-tenant",
  summary: "Get the amounts due on a tenant's leases and the work orders waiting for the tenant",
  response: tenantDay,
});

/** The setup steps of a new portal, in order. */
export const setupSteps = ["email", "payments", "property", "units", "leases", "people"] as const;
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
