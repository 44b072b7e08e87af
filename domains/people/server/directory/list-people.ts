import { sql } from "kysely";
import { leaseScope } from "#domains/leases/server/access.ts";
import { personScope, selectPeopleAtProperties } from "#server/access/people.ts";
import { defineList } from "#server/list/define-list.ts";
import { containsWords } from "#server/list/search.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listPeople, Person } from "../../people-contract.ts";
import { capitalize, formatPropertyNames } from "./csv-cells.ts";
import { personColumns } from "./person-queries.ts";
import { type PersonRow, presentPerson } from "./present-person.ts";

const idColumn = sql`u.id`;

/** People within the access scope, newest first. */
export const personList = defineList<QueryOf<typeof listPeople>, PersonRow, Person>({
  from: sql`users u`,
  columns: ({ actor }) => personColumns(actor.accessScope),
  id: idColumn,
  sort: () => ({ by: [idColumn], descending: true }),
  scope: personScope,
  filters: {
    ids: (ids) => sql`u.id = any(${ids}::bigint[])`,
    role: (role) => sql`u.role = ${role}`,
    state: (state) => sql`u.state = ${state}`,
    // Prevents users from learning whether a person also works or rents at other landlords' properties.
    propertyId: (propertyId, { ctx: { actor } }) =>
      actor.accessScope.effectiveRole === "admin" || actor.accessScope.propertyIds.includes(propertyId)
        ? sql`u.id in (${selectPeopleAtProperties([propertyId])})`
        : sql`false`,
    companyId: (companyId, { ctx: { actor, now } }) => sql`u.id in (
      select m.user_id from lease_members m join leases l on l.id = m.lease_id join properties p on p.id = l.property_id
      where l.company_id = ${companyId} and l.state <> 'ended' and ${leaseScope(actor.accessScope)}
        and coalesce(m.ends_on, 'infinity') >= (${now}::timestamptz at time zone p.time_zone)::date)`,
  },
  search: (text) => containsWords(sql`fold_text(u.full_name || ' ' || u.email)`, text),
  present: (rows) => rows.map(presentPerson),
  csv: {
    name: "people",
    cells: {
      Name: ({ fullName }) => fullName,
      Email: ({ email }) => email,
      "Email confirmed": ({ emailConfirmed }) => emailConfirmed,
      Role: ({ role }) => capitalize(role),
      Status: ({ state }) => capitalize(state),
      Company: ({ leaseSummary }) => leaseSummary.companies.map(({ name }) => name).join(", "),
      Units: ({ leaseSummary, requestedUnit }) =>
        requestedUnit === null || leaseSummary.units.length > 0
          ? leaseSummary.units.map(({ label }) => label).join(", ")
          : `${requestedUnit.label} (requested)`,
      // The list contains the names of the first few properties and the total count.
      Properties: ({ hasAllProperties, properties: { firstProperties, count } }) =>
        formatPropertyNames(hasAllProperties, firstProperties) +
        (count > firstProperties.length ? ` and ${count - firstProperties.length} more` : ""),
      "Registered (UTC)": ({ createdAt }) => createdAt,
      "Last sign-in (UTC)": ({ lastSignInAt }) => lastSignInAt,
    },
  },
});
