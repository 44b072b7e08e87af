import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CircleCheck } from "#web/icons.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { JobProgress, StartJobButton } from "#web/ui/feedback/job.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { PostingRun } from "../../posting-contract.ts";
import { useStartPosting } from "./mutations.ts";
import { isInProgress, isInterrupted, leasesDueQuery, postingRunsQuery } from "./queries.ts";

/** The leases due for posting, or the progress of the current run. */
export function PostingNow() {
  const { data: runs } = useQuery(postingRunsQuery);
  const run = runs?.find(isInProgress);
  useRefreshWhenDone(run !== undefined);
  return (
    <Section title="Now">
      <div className="space-y-4 px-(--inset) pt-4 pb-5">
        {run === undefined ? (
          <LeasesDue />
        ) : isInterrupted(run) ? (
          <InterruptedRun run={run} />
        ) : (
          <PostingProgress run={run} />
        )}
      </div>
    </Section>
  );
}

/** Refetches everything when a run ends because other pages show ledgers too. */
function useRefreshWhenDone(isRunning: boolean): void {
  const queryClient = useQueryClient();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queryClient.invalidateQueries();
    wasRunning.current = isRunning;
  }, [isRunning, queryClient]);
}

const formatLeases = (count: number) => (count === 1 ? "1 lease" : `${count.toLocaleString("en-US")} leases`);

function LeasesDue() {
  const { data, error } = useQuery(leasesDueQuery);
  if (data === undefined && error === null) return <SkeletonRows count={1} />;
  return (
    <>
      {data === undefined ? (
        <p>We couldn't load the number of leases due, but you can still post.</p>
      ) : data.leases === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green-text" />
          Everything due has been posted.
        </p>
      ) : (
        <p>{`${formatLeases(data.leases)} due. Charges post with the next run.`}</p>
      )}
      <StartPostingButton label="Post now" />
    </>
  );
}

function InterruptedRun({ run: { leases, leasesDone } }: { run: PostingRun }) {
  return (
    <>
      <Banner
        kind="warning"
        title={`The run stopped after ${leasesDone.toLocaleString("en-US")} of ${formatLeases(leases)}.`}
      >
        Posted entries are kept. The run resumes within the hour, or you can resume it now. Nothing posts
        twice.
      </Banner>
      <StartPostingButton label="Resume" />
    </>
  );
}

const StartPostingButton = ({ label }: { label: string }) => (
  <StartJobButton label={label} mutation={useStartPosting()} />
);

function PostingProgress({ run: { leases, leasesDone, leasesFailed, entries } }: { run: PostingRun }) {
  const processedLeases = leasesDone + leasesFailed;
  return (
    <JobProgress
      name="Posting"
      doneCount={processedLeases}
      total={Math.max(1, leases)}
      words={`${processedLeases.toLocaleString("en-US")} of ${formatLeases(leases)}, ${entries.toLocaleString("en-US")} entries`}
      note="You can leave this page. The run will continue."
    />
  );
}
