import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { visitConfirmation, visitProposal } from "./appointment.ts";
import { workOrder } from "./contract.ts";

export const proposeVisit = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/appointment",
  action: "work-orders.arrange-visit",
  summary: "Propose a visit or a new time; the other party is asked to confirm",
  params: byId,
  body: visitProposal,
  response: workOrder,
});

export const confirmVisit = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/appointment/agreement",
  action: "work-orders.arrange-visit",
  summary: "Confirm a proposed visit",
  params: byId,
  body: visitConfirmation,
  response: workOrder,
});

export const cancelVisit = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id/appointment",
  action: "work-orders.cancel-visit",
  summary: "Cancel the visit",
  params: byId,
  response: workOrder,
});
