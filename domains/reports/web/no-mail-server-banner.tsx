import { useSendsEmails } from "#domains/accounts/web/sign-in/no-emails.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";

/** Warns that scheduled reports aren't sent while no mail server is set up. */
export function NoMailServerBanner() {
  const sendsEmails = useSendsEmails();
  if (sendsEmails) return null;
  return (
    <Banner kind="warning" title="No mail server is set up">
      Until one is, reports are stored in the outbox and not sent.
    </Banner>
  );
}
