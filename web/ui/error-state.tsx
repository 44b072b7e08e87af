import { toUserMessage } from "#web/api-client.ts";
import { CircleAlert } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";

interface ErrorStateProps {
  title: string;
  /** The thrown error. Its message for users is shown below the title. */
  error?: unknown;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
}

/** Replaces content that couldn't be loaded, with the error and a way to retry. */
export function ErrorState({ title, error, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 inline-flex size-11 items-center justify-center rounded-full bg-red-soft text-red-text">
        <CircleAlert aria-hidden="true" className="size-5" />
      </span>
      <p className="font-medium">{title}</p>
      {error !== undefined && <p className="mt-1 max-w-[56ch] text-ink-soft">{toUserMessage(error)}</p>}
      {onRetry !== undefined && (
        <Button className="mt-4" isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
