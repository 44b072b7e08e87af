import { PageHeader } from "#web/ui/page/page-header.tsx";
import { PostingNow } from "./posting-now.tsx";
import { PostingRuns } from "./posting-runs.tsx";

/** The charge posting page: leases due now, the current run, and earlier runs. */
export default function PostingPage() {
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
