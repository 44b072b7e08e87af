import { useState } from "react";
import { Link } from "wouter";
import { listTokens, type TokenWithOwner } from "#domains/accounts/token-contract.ts";
import { RevokeDialog } from "#domains/accounts/web/tokens/revoke-dialog.tsx";
import { TokenState } from "#domains/accounts/web/tokens/token-state.tsx";
import { userPath } from "#domains/people/paths.ts";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { formatScopes } from "#shared/token-scopes.ts";
import { createSearchFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { type ListUrl, pageSizes } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";

export const tokenList = {
  filters: { q: createSearchFilter({ label: "Search tokens", className: "max-lg:grow sm:w-40 lg:w-60" }) },
  pageSize: 25,
  pageSizes,
  name: "tokens",
};

/** Everyone's API tokens. For administrators. */
export function TokenList({ listUrl }: { listUrl: ListUrl<typeof tokenList.filters> }) {
  const list = useList(listTokens, listUrl, listUrl.filters, { refetchOnMount: "always" });
  const [tokenToRevoke, setTokenToRevoke] = useState<TokenWithOwner | null>(null);
  return (
    <>
      <ListView
        list={list}
        itemNoun="tokens"
        errorTitle="Couldn't load the API tokens."
        skeleton={5}
        emptyState={
          <EmptyState isPage title="No API tokens found">
            API tokens that people create appear here.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption="API tokens"
            columns={columns(setTokenToRevoke)}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </ListView>
      {tokenToRevoke !== null && (
        <RevokeDialog token={tokenToRevoke} isOwn={false} onClose={() => setTokenToRevoke(null)} />
      )}
    </>
  );
}

const columns = (onRevoke: (token: TokenWithOwner) => void): Column<TokenWithOwner>[] => [
  {
    key: "name",
    header: "Token",
    phoneSlot: "title",
    className: "sm:w-2/5",
    cell: ({ name, scopes }) => (
      <>
        <span className="wrap-anywhere block font-medium">{name}</span>
        <span className="block font-normal text-ink-soft text-sm">{formatScopes(scopes)}</span>
      </>
    ),
    phoneCell: ({ name }) => name,
  },
  {
    key: "owner",
    header: "Owner",
    phoneSlot: "line",
    cell: ({ owner }) => (
      <Link href={userPath(owner.id)} className="thumb inline-block underline underline-offset-4">
        {owner.fullName}
      </Link>
    ),
    phoneCell: ({ owner }) => owner.fullName,
  },
  {
    key: "state",
    header: "Status",
    phoneSlot: "badge",
    cell: (token) => (
      <>
        <TokenState token={token} />
        <span className="mt-1 block text-ink-soft text-sm">
          {token.isExpired ? "Expired" : "Expires"} {formatDay(token.expiresAt)}
        </span>
      </>
    ),
    phoneCell: (token) => <TokenState token={token} />,
  },
  {
    key: "used",
    header: "Last used",
    phoneSlot: "hidden",
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? (
        <span className="text-ink-soft">Never</span>
      ) : (
        <time dateTime={lastUsedAt}>{formatMoment(lastUsedAt)}</time>
      ),
  },
  {
    key: "actions",
    header: "Actions",
    phoneSlot: "action",
    isHeaderHidden: true,
    align: "end",
    cell: (token) => <RevokeButton token={token} onRevoke={onRevoke} />,
  },
];

function RevokeButton({
  token,
  onRevoke,
}: {
  token: TokenWithOwner;
  onRevoke: (token: TokenWithOwner) => void;
}) {
  const canWrite = useIsServerReachable();
  return (
    <Button
      size="sm"
      aria-label={`Revoke ${token.name} of ${token.owner.fullName}`}
      disabled={!canWrite}
      onClick={() => onRevoke(token)}
    >
      Revoke
    </Button>
  );
}
