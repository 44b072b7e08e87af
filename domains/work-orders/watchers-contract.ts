import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath } from "#shared/http/fields.ts";
import { personRef, workOrder } from "./contract.ts";

const isWatching = z.boolean("isWatching must be true or false.");

/** Watchers are told of an order as those are whom it concerns (requirements, "Watchers"). */
export const watchWorkOrder = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/watching",
  action: "work-orders.watch",
  summary: "Watch an order, or do not any more",
  params: byId,
  body: z.object({ isWatching }),
  response: workOrder,
});

export const changeWatcher = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/watchers/:userId",
  action: "work-orders.change-watchers",
  summary: "Have somebody watch an order who may see it, or not any more",
  params: z.object({ id: idInPath, userId: idInPath }),
  body: z.object({ isWatching }),
  response: workOrder,
});

export const listPossibleWatchers = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/possible-watchers",
  action: "work-orders.change-watchers",
  summary: "Who may be added to the watchers: staff of the building and members of the order's lease",
  params: byId,
  response: z.array(z.extend(personRef, { role: z.string() })),
});
