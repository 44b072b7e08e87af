import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { useUser } from "#web/session/session.tsx";
import { toastFailure } from "#web/toast-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import { resendConfirmation } from "../registration-contract.ts";

/** Sends the confirmation link for the user's own address again. */
export function SendConfirmationAgain() {
  const { email } = useUser();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call(resendConfirmation, {}),
    onSuccess: () =>
      toast({ title: "Mail Sent", description: `The confirmation link is on its way to ${email}.` }),
    onError: toastFailure,
  });
  return (
    <Button size="sm" isBusy={isPending} disabled={isSuccess} onClick={() => mutate()}>
      Send the link again
    </Button>
  );
}
