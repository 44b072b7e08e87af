import { toUserMessage } from "#web/api-client.ts";
import { CircleAlert } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";

interface ErrorStateProps {
  title: string;
  /** The thrown error. Its message for users is shown below the title. */
  error?: unknown;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
}

/**
 * Replaces content that couldn't be loaded with the error and a button to retry. While offline, a notice
 * above the page already explains the cause.
 */
export function ErrorState({ title, error, onRetry, isRetrying }: ErrorStateProps) {
  const isReachable = useIsServerReachable();
  if (!isReachable)
    return <p className="px-(--inset) py-3 text-ink-soft">This will load when you're back online.</p>;
  return (
    <div role="alert" className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-(--inset) py-3">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-red-text" />
      <div className="min-w-0 max-w-[56ch] flex-1 basis-52">
        <p className="font-medium">{title}</p>
        {error !== undefined && <p className="text-ink-soft text-sm">{toUserMessage(error)}</p>}
      </div>
      {onRetry !== undefined && (
        <Button isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
