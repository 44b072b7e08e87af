import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { useRefetch } from "#web/refetch.ts";
import { type RecordedBankDeposit, recordBankDeposit } from "../../bank-deposits-contract.ts";
import { paymentKeys } from "../query-keys.ts";

/** Records the payments of a bank deposit. Submitting the same content twice records it once. */
export function useRecordBankDeposit(onDone: (recorded: RecordedBankDeposit) => void) {
  const [getKey, setGetKey] = useState(createIdempotencyKeys);
  const refetchAmounts = useRefetch(ledgerKeys.amounts, paymentKeys.bankDeposits);
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof recordBankDeposit>) =>
      call(recordBankDeposit, { body, idempotencyKey: getKey(body) }),
    onSuccess: (recorded) => {
      setGetKey(createIdempotencyKeys);
      void refetchAmounts();
      onDone(recorded);
    },
  });
}
