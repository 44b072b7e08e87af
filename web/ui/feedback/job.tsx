import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";

interface StartJobButtonProps {
  label: string;
  /** The mutation that enqueues the job. */
  mutation: { mutate: () => void; isPending: boolean };
}

/** Starts a job that the server continues even if the user leaves the page. */
export function StartJobButton({ label, mutation }: StartJobButtonProps) {
  const canWrite = useIsServerReachable();
  return (
    <Button
      variant="primary"
      disabled={!canWrite}
      isBusy={mutation.isPending}
      busyLabel="Starting..."
      className="max-sm:w-full"
      onClick={() => mutation.mutate()}
    >
      {label}
    </Button>
  );
}

interface JobProgressProps {
  /** The name of the job for screen readers, such as `Importing`. */
  name: string;
  doneCount: number;
  total: number;
  /** The progress in words. */
  words: string;
  note: string;
}

/** The progress of a job. */
export const JobProgress = ({ name, doneCount, total, words, note }: JobProgressProps) => (
  <div>
    <p className="text-ink-soft tabular-nums" aria-hidden="true">
      {words}
    </p>
    <progress
      aria-label={name}
      max={total}
      value={doneCount}
      className="mt-1.5 block h-2 w-full overflow-hidden rounded-full bg-gray-soft accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-gray-soft [&::-webkit-progress-value]:bg-accent"
    />
    <p className="mt-2 text-ink-soft text-sm">{note}</p>
  </div>
);
