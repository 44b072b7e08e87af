import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { retryJob } from "../contract.ts";
import { systemKeys } from "./query-keys.ts";

export const useRetryJob = () =>
  useMutation({
    mutationFn: ({ id }: { id: number; name: string }) => call(retryJob, { params: { id } }),
    onSuccess: (_, { name }) => toast({ title: "Job Queued", description: `“${name}” is running again.` }),
    onError: toastError,
    onSettled: useRefetch(systemKeys.all),
  });
