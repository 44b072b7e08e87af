import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CircleCheck } from "#web/icons.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { JobProgress, StartJob } from "#web/ui/job.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import type { PostingRun } from "../posting-contract.ts";
import { isCutOff, isUnderWay, postingRunsQuery, useStartPosting, waitingQuery } from "./posting-queries.ts";

/** The leases due for posting, or the progress of the current run. */
export function PostingNow() {
  const { data: runs } = useQuery(postingRunsQuery);
  const run = runs?.find(isUnderWay);
  useRefreshWhenDone(run !== undefined);
  return (
    <Card>
      <CardHeader title="Now" />
      <div className="space-y-4 px-4 pb-5 sm:px-5">
        {run === undefined ? <Waiting /> : isCutOff(run) ? <CutOff run={run} /> : <Progress run={run} />}
      </div>
    </Card>
  );
}

/** Refetches everything once a run has ended: other pages show ledgers too. */
function useRefreshWhenDone(isRunning: boolean): void {
  const queryClient = useQueryClient();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queryClient.invalidateQueries();
    wasRunning.current = isRunning;
  }, [isRunning, queryClient]);
}

const leasesOf = (count: number) => (count === 1 ? "1 lease" : `${count.toLocaleString("en-US")} leases`);

function Waiting() {
  const { data, error } = useQuery(waitingQuery);
  if (data === undefined && error === null) return <SkeletonRows count={1} />;
  return (
    <>
      {data === undefined ? (
        <p>The number of leases due could not be loaded. Posting works all the same.</p>
      ) : data.leases === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green-text" />
          Everything that is due is posted.
        </p>
      ) : (
        <p>{`${leasesOf(data.leases)} ${data.leases === 1 ? "is" : "are"} due and will be charged with the next run.`}</p>
      )}
      <PostButton label="Post now" />
    </>
  );
}

function CutOff({ run: { leases, leasesDone } }: { run: PostingRun }) {
  return (
    <>
      <Banner
        kind="warning"
        title={`The run was cut off after ${leasesDone.toLocaleString("en-US")} of ${leasesOf(leases)}.`}
      >
        Its entries are kept. It resumes within the hour, or now; nothing is posted twice.
      </Banner>
      <PostButton label="Resume" />
    </>
  );
}

const PostButton = ({ label }: { label: string }) => <StartJob label={label} start={useStartPosting()} />;

function Progress({ run: { leases, leasesDone, leasesFailed, entries } }: { run: PostingRun }) {
  const done = leasesDone + leasesFailed;
  return (
    <JobProgress
      name="Posting"
      done={done}
      of={Math.max(1, leases)}
      words={`${done.toLocaleString("en-US")} of ${leasesOf(leases)}, ${entries.toLocaleString("en-US")} entries`}
      note="You may leave this page; the run continues."
    />
  );
}
