import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, email, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

const emailMessage = "Please enter a valid email";

export const vendorName = line(1, "Please enter the vendor's name", 200);

export const newVendor = z.object({
  name: vendorName,
  contactName: line(0, "", 120),
  email: z.union([z.literal(""), email(emailMessage)], { error: emailMessage }),
  phone: line(0, "", 40),
  notes: text(0, "", 2000),
});

/** A company that sends bills. All properties share the vendors. */
export const vendor = z.object({
  id: z.number(),
  name: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  notes: z.string(),
  /** Whether new bills no longer offer it. */
  isArchived: z.boolean(),
  version: z.number(),
});
export type Vendor = z.infer<typeof vendor>;

export const vendorRow = z.extend(vendor, {
  /** The date of its last bill that the user can access. Null if there is none. */
  lastBilledOn: z.nullable(z.string()),
});
export type VendorRow = z.infer<typeof vendorRow>;

export const listVendors = endpoint({
  method: "GET",
  path: "/api/vendors",
  action: "expenses.read",
  summary: "List vendors by name",
  query: z.object({
    ...paging,
    q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Searches can be up to 100 characters."))),
    /** `yes` for archived vendors only. By default, they're left out. */
    archived: z._default(z.enum(["no", "yes", "all"], "archived must be no, yes, or all."), "no"),
  }),
  response: z.array(vendorRow),
});

export const exportVendors = csvEndpoint(listVendors);

export const createVendor = endpoint({
  method: "POST",
  path: "/api/vendors",
  action: "expenses.write",
  summary: "Add a vendor",
  body: z.extend(z.partial(newVendor), { name: vendorName }),
  response: vendor,
  status: 201,
});

export const editVendor = endpoint({
  method: "PATCH",
  path: "/api/vendors/:id",
  action: "expenses.write",
  summary: "Update or archive a vendor",
  params: byId,
  versioned: true,
  body: z.extend(z.partial(newVendor), {
    isArchived: z.optional(z.boolean()),
    version: z.optional(z.int()),
  }),
  response: vendor,
});
