import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath } from "#shared/http/fields.ts";
import { roles } from "#shared/roles.ts";
import { personRef, workOrder } from "./contract.ts";

const isWatching = z.boolean("isWatching must be true or false.");

/** Watchers get the same notifications as the requester and the assignee (requirements, "Watchers"). */
export const watchWorkOrder = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/watching",
  action: "work-orders.watch",
  summary: "Start or stop watching a work order",
  params: byId,
  body: z.object({ isWatching }),
  response: workOrder,
});

export const setWatcher = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/watchers/:userId",
  action: "work-orders.change-watchers",
  summary: "Add or remove a watcher who has access to the work order",
  params: z.object({ id: idInPath, userId: idInPath }),
  body: z.object({ isWatching }),
  response: workOrder,
});

export const listPossibleWatchers = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/possible-watchers",
  action: "work-orders.change-watchers",
  summary: "List people you can add as watchers: property staff and people on the lease",
  params: byId,
  response: z.array(z.extend(personRef, { role: z.enum(roles) })),
});
