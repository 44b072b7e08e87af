import { AccessDenied } from "#web/layout/access-denied.tsx";
import { useMay } from "#web/session/session.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PostingNow } from "./posting-now.tsx";
import { PostingRuns } from "./posting-runs.tsx";

/** The posting of charges: leases that are due now, the current run, and earlier runs. */
export default function PostingPage() {
  if (!useMay("ledger.post")) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Posting"
        description="Every hour the portal posts the charges that are due within 10 days, and the late fees of rent that is still open after its grace days."
      />
      <div className="space-y-6">
        <PostingNow />
        <PostingRuns />
      </div>
    </>
  );
}
