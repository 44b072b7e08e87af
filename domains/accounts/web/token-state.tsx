import type { ApiToken } from "#domains/accounts/token-contract.ts";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { Badge } from "#web/ui/badge.tsx";

export const TokenState = ({ token: { isExpired } }: { token: ApiToken }) =>
  isExpired ? <Badge tone="gray">Expired</Badge> : <Badge tone="green">Active</Badge>;

/** When it was used, and until when it can be. */
export const tokenUse = ({ lastUsedAt, expiresAt, isExpired }: ApiToken): string =>
  `${lastUsedAt === null ? "Never used" : `Last used ${formatMoment(lastUsedAt)}`} · ${isExpired ? "expired" : "expires"} ${formatDay(expiresAt)}`;
