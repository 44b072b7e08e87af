import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";
import { approveConfirmation, type Confirmation, rejectConfirmation } from "../confirmations-contract.ts";
import { affectedByPayments } from "./affected-paths.ts";

/** Decides on a confirmation, by the version on the screen. The dialog shows errors, such as an earlier decision. */
export function useReview(onDone: () => void) {
  const queryClient = useQueryClient();
  const refresh = () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => affectedByPayments.test(String(queryKey[0])),
    });
  return useMutation({
    mutationFn: ({ confirmation: { id, version }, decision }: Review) =>
      decision.is === "approved"
        ? call(approveConfirmation, { params: { id }, body: decision.body, version })
        : call(rejectConfirmation, { params: { id }, body: decision.body, version }),
    onSuccess: ({ state, amountFormatted, company }) => {
      toast({
        title: state === "approved" ? "Payment Approved" : "Confirmation Rejected",
        description:
          state === "approved"
            ? `${amountFormatted} from ${company} has been posted to the ledger.`
            : `${company} is notified of the reason.`,
      });
      onDone();
    },
    onSettled: refresh,
  });
}

export type Approval = SentBodyOf<typeof approveConfirmation>;

interface Review {
  confirmation: Confirmation;
  decision: { is: "approved"; body: Approval } | { is: "rejected"; body: { reason: string } };
}
