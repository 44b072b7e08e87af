import { sql } from "kysely";
import { defineList } from "#server/list/define-list.ts";
import { containsWords } from "#server/list/search.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { Invitation, listInvitations } from "../../invitation-contract.ts";
import { invitationScope } from "../access.ts";
import { capitalize, formatPropertyNames } from "../directory/csv-cells.ts";
import {
  type InvitationRow,
  invitationColumns,
  matchesInvitationState,
  presentInvitation,
} from "./invitation-queries.ts";

const idColumn = sql`i.id`;

/** Invitations within the access scope, newest first, without their links. */
export const invitationList = defineList<QueryOf<typeof listInvitations>, InvitationRow, Invitation>({
  from: sql`invitations i`,
  columns: ({ now }) => invitationColumns(now),
  id: idColumn,
  sort: () => ({ by: [idColumn], descending: true }),
  scope: invitationScope,
  filters: {
    state: (state, { ctx }) => matchesInvitationState(state, ctx.now),
    leaseId: (leaseId) => sql`i.lease_id = ${leaseId}`,
  },
  search: (text) => containsWords(sql`fold_text(i.email)`, text),
  present: (rows) => rows.map(presentInvitation),
  csv: {
    name: "invitations",
    cells: {
      Email: ({ email }) => email,
      Role: ({ role }) => capitalize(role),
      Status: ({ state }) => capitalize(state),
      Unit: ({ unit_label }) => unit_label,
      Properties: ({ has_all_properties, properties }) => formatPropertyNames(has_all_properties, properties),
      "Invited by": ({ invited_by }) => invited_by,
      "Invited (UTC)": ({ created_at }) => created_at,
      "Expires (UTC)": ({ expires_at }) => expires_at,
      "Accepted (UTC)": ({ accepted_at }) => accepted_at,
      Delivery: ({ delivery }) => (delivery === null ? null : capitalize(delivery.state)),
    },
  },
});
