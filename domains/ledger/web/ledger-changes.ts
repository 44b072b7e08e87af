import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Endpoint, SentBodyOf } from "#shared/http/endpoint.ts";
import { call, type Input } from "#web/api-client.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { toast } from "#web/ui/toast.tsx";
import { readAccount } from "../contract.ts";

/** What stands in the figures of a lease: its account and entries, and what is made of them. */
const touched = /^\/api\/(leases|dashboard|reports|payments)\b/;

type OnLease = Endpoint & { path: `/api/leases/:id/${string}`; params: typeof readAccount.params };

/** Enters something on the ledger of a lease; sent twice, it is entered once. Errors are shown by whoever calls. */
export function useLedgerChange<E extends OnLease>(
  endpoint: E,
  leaseId: number,
  { title, onDone }: { title: string; onDone: () => void },
) {
  const queryClient = useQueryClient();
  const [keyOf] = useState(oneKeyPerContent);
  return useMutation({
    mutationFn: (body: SentBodyOf<E>) =>
      // The rest of the input of these calls is their body.
      call(endpoint, {
        params: { id: leaseId },
        body,
        idempotencyKey: keyOf(body),
      } as unknown as Input<E>),
    onSuccess: () => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => touched.test(String(queryKey[0])),
      });
      toast({ title, description: "The ledger of the lease has been updated." });
      onDone();
    },
  });
}
