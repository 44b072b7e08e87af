import * as z from "zod/mini";

/** An event in the live stream: ids, version, and type, never contents (requirements, "Live"). */
export const liveEvent = z.object({
  kind: z.enum([
    "work-order.created",
    "work-order.changed",
    "work-order.deleted",
    "work-order.activity",
    "work-order.files",
    "work-order.work",
    "work-order.watchers",
    "property.changed",
    "lease.changed",
    "document.changed",
    "notification",
    "dispatch",
    "approvals",
    "access-scope-changed",
    "session-ended",
  ]),
  id: z.optional(z.number()),
  version: z.optional(z.number()),
  propertyId: z.optional(z.number()),
  leaseId: z.optional(z.nullable(z.number())),
});
export type LiveEvent = z.infer<typeof liveEvent>;
