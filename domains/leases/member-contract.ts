import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath } from "#shared/http/fields.ts";
import { lease } from "./contract.ts";
import { areDatesInOrder, endBeforeStartMessage, endDate, startDate } from "./lease-fields.ts";

export const exportMembers = endpoint({
  method: "GET",
  path: "/api/leases/:id/members.csv",
  action: "leases.read",
  summary: "Export the people on a lease and their dates as CSV; former members get only their own",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});

export const addMember = endpoint({
  method: "POST",
  path: "/api/leases/:id/members",
  action: "leases.edit",
  summary: "Add a tenant to the lease",
  params: byId,
  body: z
    .object({
      userId: z.int("Please select a person").check(z.positive("Please select a person")),
      from: z.optional(startDate),
      to: z.optional(z.nullable(endDate)),
    })
    .check(z.refine(areDatesInOrder, { error: endBeforeStartMessage, path: ["to"] })),
  response: lease,
  status: 201,
});

const memberParams = z.object({ id: idInPath, memberId: idInPath });

export const editMember = endpoint({
  method: "PATCH",
  path: "/api/leases/:id/members/:memberId",
  action: "leases.edit",
  summary: "Change a person's dates on the lease",
  params: memberParams,
  body: z
    .object({ from: z.optional(startDate), to: z.optional(z.nullable(endDate)) })
    .check(z.refine(areDatesInOrder, { error: endBeforeStartMessage, path: ["to"] })),
  response: lease,
});

export const removeMember = endpoint({
  method: "DELETE",
  path: "/api/leases/:id/members/:memberId",
  action: "leases.edit",
  summary: "Remove a person from the lease now; access that hasn't started is deleted",
  params: memberParams,
  response: lease,
});
