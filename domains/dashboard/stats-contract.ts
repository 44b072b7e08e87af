import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/**
 * API-12. `openWorkOrders` counts open and urgent ones; `rentCollected` (cents, this year) is null for roles without money.
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
  summary: "The dashboard's figures within the access scope",
  response: dashboardStats,
});
