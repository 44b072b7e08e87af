import * as z from "zod/mini";
import { day, email, id, line } from "#shared/http/fields.ts";

/** The maximum number of units on a lease. */
export const maxLeaseUnits = 100;

/** The version that a change is based on. */
export const version = z.optional(z.int());
/** The search text for a list. */
export const searchText = z.optional(
  z.string().check(z.trim(), z.maxLength(100, "Searches can be up to 100 characters.")),
);

const optionalEmail = z.union([z.literal(""), email("Please enter a valid email")], {
  error: "Please enter a valid email",
});
const phone = line(0, "Please enter a phone number", 40);
export const companyName = line(1, "Company name is required", 200);

/** A company that leases units. */
export const newCompany = z.object({
  name: companyName,
  contactEmail: z.optional(optionalEmail),
  contactPhone: z.optional(phone),
});
export type NewCompany = z.infer<typeof newCompany>;

export const startDate = day("Please enter the start date");
export const endDate = day("Please enter a valid end date");
export const unitIds = z
  .array(id, "Please select at least one unit")
  .check(
    z.minLength(1, "Please select at least one unit"),
    z.maxLength(maxLeaseUnits, `You can select up to ${maxLeaseUnits} units`),
  );

export const propertyId = z.int("Please select a property").check(z.positive("Please select a property"));

export const endBeforeStartMessage = "The end date can't be before the start date";

/** Whether `to` is on or after `from`. A missing `to` means open-ended. */
export const areDatesInOrder = ({ from, to }: { from?: string; to?: string | null }) =>
  from === undefined || to === undefined || to === null || to >= from;

/**
 * The lease that a person joins through an access request or an invitation: an existing lease for the unit, a
 * new draft, or none (requirements, "Model").
 */
export const leaseChoice = z.union(
  [id, z.enum(["draft", "none"])],
  "Select a lease for this unit, a draft, or no lease.",
);
export type LeaseChoice = z.infer<typeof leaseChoice>;

/**
 * The input for a new lease. The company is identified by `companyId` or `companyName`. If the user can't
 * access a company with that name, one is added. Without the end date `to`, the lease is open-ended. All dates
 * are local to the property.
 */
export const newLease = z
  .object({
    companyId: z.optional(id),
    companyName: z.optional(companyName),
    propertyId,
    unitIds,
    from: startDate,
    to: z.optional(z.nullable(endDate)),
    state: z._default(z.enum(["draft", "active"], "state must be draft or active."), "active"),
  })
  .check(
    z.refine(areDatesInOrder, { error: endBeforeStartMessage, path: ["to"] }),
    z.refine(({ companyId, companyName: name }) => companyId !== undefined || name !== undefined, {
      error: "Select a company or enter a new one",
      path: ["companyId"],
    }),
  );
export type NewLease = z.infer<typeof newLease>;
