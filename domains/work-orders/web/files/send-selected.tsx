import { type ReactNode, useEffect, useRef, useState } from "react";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { Button } from "#web/ui/button.tsx";
import { UploadProgress } from "#web/ui/forms/upload-progress.tsx";

/** Tracks an upload and aborts it when its form closes, unless `continuesAfterClose`. */
export function useUpload({ continuesAfterClose = false } = {}) {
  const [progress, setProgress] = useState(0);
  const [getKey, setGetKey] = useState(createIdempotencyKeys);
  const controller = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      if (!continuesAfterClose) controller.current?.abort();
    },
    [continuesAfterClose],
  );
  return {
    /** The share that has been sent, from 0 to 1. */
    share: progress,
    /**
     * Starts the upload of `files` with one `field`, and returns the options of the call. The key stays the
     * same across attempts to send the same content.
     */
    startUpload(files: readonly File[], field: string) {
      controller.current = new AbortController();
      setProgress(0);
      return {
        idempotencyKey: getKey([
          field,
          files.map(({ name, size, lastModified }) => [name, size, lastModified]),
        ]),
        signal: controller.current.signal,
        onProgress: setProgress,
      };
    },
    /** Returns a callback for when the files are sent. Selecting the same files again is then a new upload. */
    finishThen: (onFinished: () => void) => () => {
      setGetKey(createIdempotencyKeys);
      onFinished();
    },
  };
}

interface SendSelectedProps {
  noun: "photo" | "file";
  count: number;
  /** Whether the files can be sent now. */
  canSend: boolean;
  progress: number;
  isSending: boolean;
  onDiscard: () => void;
  /** Options for the files. */
  children?: ReactNode;
}

/** The footer of a form that sends the selected files. */
export function SendSelected({
  noun,
  count,
  canSend,
  progress,
  isSending,
  onDiscard,
  children,
}: SendSelectedProps) {
  const footer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count > 0) footer.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  if (count === 0) return null;
  return (
    // Above the comment form, which stays at the bottom of the sheet.
    <div ref={footer} className="mt-3 flex scroll-mb-40 flex-wrap items-center justify-end gap-2">
      {isSending ? (
        <UploadProgress noun={`${noun}s`} fraction={progress} />
      ) : (
        <div className="mr-auto">{children}</div>
      )}
      <Button size="sm" variant="ghost" disabled={isSending} onClick={onDiscard}>
        Discard
      </Button>
      <Button size="sm" type="submit" disabled={!canSend} isBusy={isSending} busyLabel="Sending...">
        {count === 1 ? `Send 1 ${noun}` : `Send ${count} ${noun}s`}
      </Button>
    </div>
  );
}
