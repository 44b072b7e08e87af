import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { type OutboxEmail, resendEmail, resendFailedEmails } from "../outbox-contract.ts";
import { notificationKeys } from "./query-keys.ts";

/**
 * Resends an email. A sent email is resent as a new one. The server rejects this if the email was sent after
 * the page was loaded.
 */
export const useResendEmail = () =>
  useMutation({
    mutationFn: ({ id, state }: OutboxEmail) =>
      call(resendEmail, { params: { id }, body: state === "sent" ? { again: true } : {} }),
    onSuccess: ({ to, subject }) =>
      toast({ title: "Email Queued", description: `“${subject}” is on its way to ${to}.` }),
    onError: toastError,
    onSettled: useRefetch(notificationKeys.outbox),
  });

export const useResendFailedEmails = () =>
  useMutation({
    mutationFn: () => call(resendFailedEmails, {}),
    onSuccess: ({ count }) =>
      toast({
        title: "Emails Queued",
        description:
          count === 1 ? "1 email will be resent." : `${count.toLocaleString("en-US")} emails will be resent.`,
      }),
    onError: toastError,
    onSettled: useRefetch(notificationKeys.outbox),
  });
