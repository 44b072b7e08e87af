import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { useUser } from "#web/session/session.tsx";
import { toastError } from "#web/toast-error.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import { resendConfirmation } from "../../confirm-address-contract.ts";

/** Resends the confirmation link for the user's own address. */
export function ResendConfirmationButton() {
  const { email } = useUser();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call(resendConfirmation, {}),
    onSuccess: () =>
      toast({ title: "Email Sent", description: `The confirmation link is on its way to ${email}.` }),
    onError: toastError,
  });
  return (
    <Button size="sm" isBusy={isPending} disabled={isSuccess} onClick={() => mutate()}>
      Resend link
    </Button>
  );
}
