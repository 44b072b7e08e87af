import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api-client.ts";
import { createKeyPerContent } from "#web/idempotency-key.ts";
import { refetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { type ActivityEntry, comment } from "../../contract.ts";
import { saveChange, useSavesOffline } from "../offline-queue/save-change.ts";
import { workOrderKeys } from "../query-keys.ts";
import { showEntry } from "../refetch.ts";

/** Adds a comment. No list shows comments, so only the log is refetched. */
export function useAddComment(id: number, onSent: (text: string) => void) {
  const queryClient = useQueryClient();
  const [getKey, setGetKey] = useState(createKeyPerContent);
  const savesOffline = useSavesOffline();
  return useMutation({
    mutationFn: async (body: { text: string; internal: boolean }): Promise<ActivityEntry | null> =>
      savesOffline
        ? saveChange({ kind: "comment", orderId: id, payload: body })
        : call(comment, { params: { id }, body, idempotencyKey: getKey(body) }),
    onSuccess: (entry, { text }) => {
      setGetKey(createKeyPerContent);
      if (entry !== null) showEntry(queryClient, id, entry);
      onSent(text);
    },
    onError: toastError,
    onSettled: (entry) => entry !== null && void refetch(queryClient, workOrderKeys.history(id)),
  });
}
