import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { agreement, proposal } from "./appointment.ts";
import { workOrder } from "./contract.ts";

export const proposeVisit = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/appointment",
  action: "work-orders.arrange-visit",
  summary: "Propose a visit, or another time for it; the other side is asked to agree",
  params: byId,
  body: proposal,
  response: workOrder,
});

export const agreeToVisit = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/appointment/agreement",
  action: "work-orders.arrange-visit",
  summary: "Agree to the visit that the other side has proposed",
  params: byId,
  body: agreement,
  response: workOrder,
});

export const callOffVisit = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id/appointment",
  action: "work-orders.call-off-visit",
  summary: "Call the visit off",
  params: byId,
  response: workOrder,
});
