import * as z from "zod/mini";
import { day, id, line } from "#shared/http/fields.ts";

/** The most units a lease may have. */
export const leaseUnitsMax = 100;

/** The version on which a change is based. */
export const version = z.optional(z.int());
/** The search text of a list. */
export const searchText = z.optional(
  z.string().check(z.trim(), z.maxLength(100, "Please search for at most 100 characters.")),
);

const email = z.union(
  [
    z.literal(""),
    z
      .string()
      .check(z.trim(), z.maxLength(254, "Please enter a valid email"), z.email("Please enter a valid email")),
  ],
  { error: "Please enter a valid email" },
);
const phone = line(0, "Please enter a phone number", 40);
export const companyName = line(1, "Company name is required", 200);

/** A company that leases units. */
export const newCompany = z.object({
  name: companyName,
  contactEmail: z.optional(email),
  contactPhone: z.optional(phone),
});
export type NewCompany = z.infer<typeof newCompany>;

export const firstDay = day("Please enter the first day");
export const lastDay = day("Please enter a valid last day");
export const unitIds = z
  .array(id, "Please choose at least one unit")
  .check(
    z.minLength(1, "Please choose at least one unit"),
    z.maxLength(leaseUnitsMax, `Please choose at most ${leaseUnitsMax} units`),
  );

export const propertyId = z.int("Please choose a property").check(z.positive("Please choose a property"));

export const endsBeforeItBegins = "The last day cannot be before the first day";

/** Whether `to` is no earlier than `from`; a missing `to` is open-ended. */
export const areInOrder = ({ from, to }: { from?: string | undefined; to?: string | null | undefined }) =>
  from === undefined || to === undefined || to === null || to >= from;

/**
 * What a claim to a unit, or an invitation, leads to: membership of this lease of the unit, a new draft, or access without a
 * lease (requirements, "Model").
 */
export const leaseChoice = z.union(
  [id, z.enum(["draft", "none"])],
  "Please choose a lease of this unit, draft or none.",
);
export type LeaseChoice = z.infer<typeof leaseChoice>;

/**
 * A lease as it is entered. The company is given by `companyId` or by `companyName`: an existing one of that name within
 * the access scope, else a new one. `to` is the last day; without it the lease is open-ended. Days are those at the property.
 */
export const newLease = z
  .object({
    companyId: z.optional(id),
    companyName: z.optional(companyName),
    propertyId,
    unitIds,
    from: firstDay,
    to: z.optional(z.nullable(lastDay)),
    state: z._default(z.enum(["draft", "active"], "state must be draft or active."), "active"),
  })
  .check(
    z.refine(areInOrder, { error: endsBeforeItBegins, path: ["to"] }),
    z.refine(({ companyId, companyName: name }) => companyId !== undefined || name !== undefined, {
      error: "Please choose a company or enter its name",
      path: ["companyId"],
    }),
  );
export type NewLease = z.infer<typeof newLease>;
