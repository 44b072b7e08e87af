import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/**
 * The dashboard's totals (API-12). `openWorkOrders` includes urgent ones. `rentCollected` (cents, this year)
 * is null for roles without access to money.
 */
export const dashboardStats = z.object({
  openWorkOrders: z.number(),
  completedOrders: z.number(),
  inProgressOrders: z.number(),
  scheduledOrders: z.number(),
  documents: z.number(),
  rentCollected: z.nullable(z.number()),
});
export type DashboardStats = z.infer<typeof dashboardStats>;

export const readStats = endpoint({
  method: "GET",
  path: "/api/dashboard/stats",
  action: "dashboard.read",
  summary: "Get dashboard totals",
  response: dashboardStats,
});
