import { SendConfirmationAgain } from "#domains/accounts/web/send-confirmation-again.tsx";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";

/** Nothing is mailed to an unconfirmed address, which may belong to a stranger. */
export function ConfirmFirst() {
  const { email } = useUser();
  return (
    <Banner kind="warning" title="Your address is not confirmed" action={<SendConfirmationAgain />}>
      Mails start after you open the link we sent to {email}.
    </Banner>
  );
}
