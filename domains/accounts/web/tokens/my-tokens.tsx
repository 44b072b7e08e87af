import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { type ApiToken, listMyTokens } from "#domains/accounts/token-contract.ts";
import { CreateTokenDialog } from "#domains/accounts/web/tokens/create-token-dialog.tsx";
import { RevokeDialog } from "#domains/accounts/web/tokens/revoke-dialog.tsx";
import { describeTokenUse, TokenState } from "#domains/accounts/web/tokens/token-state.tsx";
import { developersPath } from "#domains/developers/paths.ts";
import { formatScopes } from "#shared/token-scopes.ts";
import { KeyRound } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** The user's API tokens, for apps that use the portal on their behalf. */
export function MyTokens() {
  const tokens = useQuery({ ...endpointQuery(listMyTokens, {}), refetchOnMount: "always" });
  const [isCreating, setIsCreating] = useState(false);
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiToken | null>(null);
  const canWrite = useIsServerReachable();
  return (
    <Section
      title="API tokens"
      description={
        <>
          Let apps use the portal on your behalf, limited to the areas you choose.{" "}
          <Link href={developersPath} className="thumb underline underline-offset-4">
            How to use the API
          </Link>
        </>
      }
      action={
        <Button size="sm" disabled={!canWrite} onClick={() => setIsCreating(true)}>
          New Token
        </Button>
      }
    >
      {tokens.isPending && <SkeletonRows count={1} />}
      {tokens.isError && tokens.data === undefined && (
        <ErrorState
          title="Couldn't load your API tokens."
          error={tokens.error}
          onRetry={() => void tokens.refetch()}
        />
      )}
      {tokens.data?.length === 0 && (
        <p className="px-(--inset) pt-4 pb-5 text-ink-soft">You don't have any API tokens.</p>
      )}
      <ul className="divide-y divide-line">
        {tokens.data?.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-(--inset) py-3.5">
            <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
            <div className="min-w-0 flex-1 basis-52">
              <p className="flex flex-wrap items-center gap-2">
                <span className="wrap-anywhere font-medium">{token.name}</span>
                <TokenState token={token} />
              </p>
              <p className="text-ink-soft text-sm">{formatScopes(token.scopes)}</p>
              <p className="text-ink-soft text-sm">{describeTokenUse(token)}</p>
            </div>
            <Button
              size="sm"
              aria-label={`Revoke ${token.name}`}
              disabled={!canWrite}
              onClick={() => setTokenToRevoke(token)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {isCreating && <CreateTokenDialog onClose={() => setIsCreating(false)} />}
      {tokenToRevoke !== null && (
        <RevokeDialog token={tokenToRevoke} isOwn onClose={() => setTokenToRevoke(null)} />
      )}
    </Section>
  );
}
