import { sql } from "kysely";
import { defineList } from "#server/list/define-list.ts";
import { containsWords } from "#server/list/search.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { formatScopes, type Scope } from "#shared/token-scopes.ts";
import type { listTokens, TokenWithOwner } from "../../token-contract.ts";
import { presentToken, type TokenRow } from "./api-tokens.ts";

type Row = TokenRow & { owner_id: number; owner: string };

const id = sql`t.id`;

/** Everyone's API tokens, newest first. For administrators. */
export const tokenList = defineList<QueryOf<typeof listTokens>, Row, TokenWithOwner>({
  from: sql`api_tokens t join users u on u.id = t.user_id`,
  columns: sql`t.id, t.name, t.scopes, t.created_at, t.expires_at, t.last_used_at, u.id as owner_id, u.full_name as owner`,
  id,
  sort: () => ({ by: [id], descending: true }),
  scope: ({ effectiveRole }) => (effectiveRole === "admin" ? sql`true` : sql`false`),
  filters: {},
  search: (text) => containsWords(sql`fold_text(t.name || ' ' || u.full_name || ' ' || u.email)`, text),
  present: (rows, { ctx }) =>
    rows.map((row) => ({ ...presentToken(row, ctx.now), owner: { id: row.owner_id, fullName: row.owner } })),
  csv: {
    name: "api-tokens",
    cells: {
      Name: ({ name }) => name,
      Owner: ({ owner }) => owner,
      Scopes: ({ scopes }) => formatScopes(scopes as Scope[]),
      "Created (UTC)": ({ created_at }) => created_at,
      "Expires (UTC)": ({ expires_at }) => expires_at,
      "Last used (UTC)": ({ last_used_at }) => last_used_at,
    },
  },
});
