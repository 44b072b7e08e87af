import { formatChangeCount, type PendingOfUser } from "#web/offline-queue/pending-counts.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";

/** Tells the current user that changes of someone else are still on this phone. */
export const PendingOfOtherUser = ({ changes: { fullName, count } }: { changes: PendingOfUser }) => (
  <Banner kind="info" title={`${formatChangeCount(count)} not sent from this phone`}>
    {count === 1 ? `Sign in as ${fullName} to send it.` : `Sign in as ${fullName} to send them.`}
  </Banner>
);
