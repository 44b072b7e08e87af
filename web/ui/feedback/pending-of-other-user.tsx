import { formatChangeCount, type UserPendingCount } from "#web/offline-queue/pending-counts.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";

/** Tells the current user that another user's changes are still on this phone. */
export const PendingOfOtherUser = ({ changes: { fullName, count } }: { changes: UserPendingCount }) => (
  <Banner kind="info" title={`${formatChangeCount(count)} not sent from this phone`}>
    {count === 1 ? `Sign in as ${fullName} to send it.` : `Sign in as ${fullName} to send them.`}
  </Banner>
);
