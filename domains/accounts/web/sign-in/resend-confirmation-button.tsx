import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { useResendConfirmation } from "./mutations.ts";

/** Resends the confirmation link for the user's own address. */
export function ResendConfirmationButton() {
  const { email } = useUser();
  const { mutate, isPending, isSuccess } = useResendConfirmation();
  return (
    <Button size="sm" isBusy={isPending} disabled={isSuccess} onClick={() => mutate(email)}>
      Resend link
    </Button>
  );
}
