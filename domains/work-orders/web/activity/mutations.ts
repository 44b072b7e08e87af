import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api-client.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { refetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { type ActivityEntry, comment } from "../../contract.ts";
import { saveChange, sendOrSave, useSavesIfOffline, useSavesOffline } from "../offline-queue/save-change.ts";
import { workOrderKeys } from "../query-keys.ts";
import { showEntry } from "../refetch.ts";

/** Adds a comment. No list shows comments, so only the log is refetched. */
export function useAddComment(id: number, onSent: (text: string) => void) {
  const queryClient = useQueryClient();
  const [getKey, setGetKey] = useState(createIdempotencyKeys);
  const savesOffline = useSavesOffline();
  const savesIfOffline = useSavesIfOffline();
  return useMutation({
    mutationFn: async (body: { text: string; internal: boolean }): Promise<ActivityEntry | null> => {
      const change = { kind: "comment", orderId: id, payload: body } as const;
      if (savesOffline) return saveChange(change);
      const idempotencyKey = getKey(body);
      const send = () => call(comment, { params: { id }, body, idempotencyKey });
      return savesIfOffline ? sendOrSave(send, () => saveChange({ ...change, id: idempotencyKey })) : send();
    },
    onSuccess: (entry, { text }) => {
      setGetKey(createIdempotencyKeys);
      if (entry !== null) showEntry(queryClient, id, entry);
      onSent(text);
    },
    onError: toastError,
    onSettled: (entry) => entry !== null && void refetch(queryClient, workOrderKeys.history(id)),
  });
}
