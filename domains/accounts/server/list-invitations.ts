import { sql } from "kysely";
import { defineList } from "#server/list/define-list.ts";
import { holdsWords } from "#server/list/search.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { Invitation, listInvitations } from "../invitation-contract.ts";
import { invitationScope } from "./access.ts";
import { buildingNames, capitalized } from "./csv-cells.ts";
import {
  type InvitationRow,
  invitationColumns,
  invitationIs,
  presentInvitation,
} from "./invitation-queries.ts";

const id = sql`i.id`;

/** Invitations within the access scope, newest first; a list never contains their links. */
export const invitations = defineList<QueryOf<typeof listInvitations>, InvitationRow, Invitation>({
  from: sql`invitations i`,
  columns: ({ now }) => invitationColumns(now),
  id,
  order: () => ({ by: [id], descending: true }),
  scope: invitationScope,
  filters: { state: (state, { ctx }) => invitationIs(state, ctx.now) },
  search: (text) => holdsWords(sql`lower(i.email)`, text),
  present: (rows) => rows.map(presentInvitation),
  csv: {
    name: "invitations",
    cells: {
      Email: ({ email }) => email,
      Role: ({ role }) => capitalized(role),
      State: ({ state }) => capitalized(state),
      Unit: ({ unit_label }) => unit_label,
      Buildings: ({ all_buildings, buildings }) => buildingNames(all_buildings, buildings),
      "Invited by": ({ invited_by }) => invited_by,
      "Invited (UTC)": ({ created_at }) => created_at,
      "Valid until (UTC)": ({ expires_at }) => expires_at,
      "Accepted (UTC)": ({ accepted_at }) => accepted_at,
      Mail: ({ mail }) => (mail === null ? null : capitalized(mail.state)),
    },
  },
});
