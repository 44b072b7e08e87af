import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import { useRefetch } from "#web/use-refetch.ts";
import { listMails, type Mail, resendFailedMails, resendMail } from "../outbox-contract.ts";

/** The mutations of the outbox, with the texts of their toasts. */

const useRefresh = () => useRefetch(listMails);

/** Resends a mail, a sent one as a new mail. The server refuses one that was sent after the page was loaded. */
export function useResend() {
  return useMutation({
    mutationFn: ({ id, state }: Mail) =>
      call(resendMail, { params: { id }, body: state === "sent" ? { again: true } : {} }),
    onSuccess: ({ to, subject }) =>
      toast({ title: "Mail Queued", description: `“${subject}” is on its way to ${to}.` }),
    onError: toastFailure,
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
          count === 1
            ? "1 mail will be sent again."
            : `${count.toLocaleString("en-US")} mails will be sent again.`,
      }),
    onError: toastFailure,
    onSettled: useRefresh(),
  });
}
