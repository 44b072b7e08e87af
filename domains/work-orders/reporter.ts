import * as z from "zod/mini";
import { roles } from "#shared/roles.ts";

/** Who reported a work order. The contact details are for staff. */
export const reporter = z.object({
  id: z.number(),
  fullName: z.string(),
  role: z.enum(roles),
  /** The company of a tenant's lease. Null for other roles. */
  company: z.nullable(z.string()),
  /** The company's phone number. */
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
