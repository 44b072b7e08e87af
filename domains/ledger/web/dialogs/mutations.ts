import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Endpoint, SentBodyOf } from "#shared/http/endpoint.ts";
import { call, type Input } from "#web/api-client.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { readAccount } from "../../contract.ts";
import { ledgerKeys } from "../query-keys.ts";

type LeaseEndpoint = Endpoint & { path: `/api/leases/:id/${string}`; params: typeof readAccount.params };

/**
 * Writes to the ledger of a lease. Submitting the same content twice writes it once. The dialogs show errors.
 */
export function useLedgerChange<ChangeEndpoint extends LeaseEndpoint>(
  endpoint: ChangeEndpoint,
  leaseId: number,
  { title, onDone }: { title: string; onDone: () => void },
) {
  const refetchAmounts = useRefetch(ledgerKeys.amounts);
  const [getKey] = useState(createIdempotencyKeys);
  return useMutation({
    mutationFn: (body: SentBodyOf<ChangeEndpoint>) =>
      // These endpoints take only a body and the id, which TypeScript can't derive from `ChangeEndpoint`.
      call(endpoint, {
        params: { id: leaseId },
        body,
        idempotencyKey: getKey({ leaseId, body }),
      } as unknown as Input<ChangeEndpoint>),
    onSuccess: () => {
      void refetchAmounts();
      toast({ title, description: "The lease ledger has been updated." });
      onDone();
    },
  });
}
