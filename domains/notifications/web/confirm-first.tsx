import { useMutation } from "@tanstack/react-query";
import { resendConfirmation } from "#domains/accounts/registration-contract.ts";
import { call, userMessageOf } from "#web/api-client.ts";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Nothing is mailed to an address that may be a stranger's. */
export function ConfirmFirst() {
  const { email } = useUser();
  const resend = useMutation({
    mutationFn: () => call(resendConfirmation, {}),
    onSuccess: () =>
      toast({ title: "Mail Sent", description: `The confirmation link is on its way to ${email}.` }),
    onError: (error) => toast({ title: "Error", description: userMessageOf(error), variant: "destructive" }),
  });
  return (
    <Banner
      kind="warning"
      title="Your address is not confirmed"
      action={
        <Button
          size="sm"
          isBusy={resend.isPending}
          disabled={resend.isSuccess}
          onClick={() => resend.mutate()}
        >
          Send the link again
        </Button>
      }
    >
      Mails begin when you have opened the link we sent to {email}.
    </Banner>
  );
}
