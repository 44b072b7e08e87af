import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath } from "#shared/http/fields.ts";
import { lease } from "./contract.ts";
import { areInOrder, endsBeforeItBegins, firstDay, lastDay } from "./lease-facts.ts";

export const exportMembers = endpoint({
  method: "GET",
  path: "/api/leases/:id/members.csv",
  action: "leases.read",
  summary: "The people of a lease with their days, as CSV; a former member gets only their own days",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});

export const addMember = endpoint({
  method: "POST",
  path: "/api/leases/:id/members",
  action: "leases.edit",
  summary: "Make a tenant a member of the lease",
  params: byId,
  body: z
    .object({
      userId: z.int("Please choose a person").check(z.positive("Please choose a person")),
      from: z.optional(firstDay),
      to: z.optional(z.nullable(lastDay)),
    })
    .check(z.refine(areInOrder, { error: endsBeforeItBegins, path: ["to"] })),
  response: lease,
  status: 201,
});

const member = z.object({ id: idInPath, memberId: idInPath });

export const editMember = endpoint({
  method: "PATCH",
  path: "/api/leases/:id/members/:memberId",
  action: "leases.edit",
  summary: "Change the days of a membership",
  params: member,
  body: z
    .object({ from: z.optional(firstDay), to: z.optional(z.nullable(lastDay)) })
    .check(z.refine(areInOrder, { error: endsBeforeItBegins, path: ["to"] })),
  response: lease,
});

export const endMembership = endpoint({
  method: "DELETE",
  path: "/api/leases/:id/members/:memberId",
  action: "leases.edit",
  summary: "End a membership at once; one that has not begun is removed",
  params: member,
  response: lease,
});
