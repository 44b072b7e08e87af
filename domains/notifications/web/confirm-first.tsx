import { SendConfirmationAgain } from "#domains/accounts/web/send-confirmation-again.tsx";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";

/** Nothing is mailed to an address that may be a stranger's. */
export function ConfirmFirst() {
  const { email } = useUser();
  return (
    <Banner kind="warning" title="Your address is not confirmed" action={<SendConfirmationAgain />}>
      Mails begin when you have opened the link we sent to {email}.
    </Banner>
  );
}
