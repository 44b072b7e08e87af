import { useCan } from "#web/session/session.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { PostingNow } from "./posting-now.tsx";
import { PostingRuns } from "./posting-runs.tsx";

/** The charge posting page: leases due now, the current run, and earlier runs. */
export default function PostingPage() {
  if (!useCan("ledger.post")) return <AccessDenied />;
  return (
    <>
      <PageHeader title="Charge Posting" />
      <div className="space-y-6">
        <PostingNow />
        <PostingRuns />
      </div>
    </>
  );
}
