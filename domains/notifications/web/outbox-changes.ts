import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, userMessageOf } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";
import { listMails, type Mail, resendFailedMails, resendMail } from "../outbox-contract.ts";

/** What the outbox changes, with the texts of its toasts. */

const failed = (error: unknown) =>
  toast({ title: "Error", description: userMessageOf(error), variant: "destructive" });

function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === "string" && path.startsWith(listMails.path),
    });
}

/** A mail that was sent goes out as a new one; the server refuses it for one that was sent since the page was read. */
export function useResend() {
  return useMutation({
    mutationFn: ({ id, state }: Mail) =>
      call(resendMail, { params: { id }, body: state === "sent" ? { again: true } : {} }),
    onSuccess: ({ to, subject }) =>
      toast({ title: "Mail Queued", description: `“${subject}” is on its way to ${to}.` }),
    onError: failed,
    onSettled: useRefresh(),
  });
}

export function useResendFailed() {
  return useMutation({
    mutationFn: () => call(resendFailedMails, {}),
    onSuccess: ({ count }) =>
      toast({
        title: "Mails Queued",
        description:
          count === 1 ? "1 mail is tried again." : `${count.toLocaleString("en-US")} mails are tried again.`,
      }),
    onError: failed,
    onSettled: useRefresh(),
  });
}
