import type { ApiToken } from "#domains/accounts/token-contract.ts";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { Badge } from "#web/ui/faces/badge.tsx";

export const TokenState = ({ token: { isExpired } }: { token: ApiToken }) =>
  isExpired ? <Badge tone="gray">Expired</Badge> : <Badge tone="green">Active</Badge>;

/** When the token was last used, and when it expires. */
export function describeTokenUse({ lastUsedAt, expiresAt, isExpired }: ApiToken): string {
  const use = lastUsedAt === null ? "Never used" : `Last used ${formatMoment(lastUsedAt)}`;
  const expiration = formatDay(expiresAt);
  return isExpired ? `${use} · expired ${expiration}` : `${use} · expires ${expiration}`;
}
