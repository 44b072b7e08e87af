import { type ReactNode, useEffect, useRef, useState } from "react";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { Button } from "#web/ui/button.tsx";
import { UploadProgress } from "#web/ui/upload-progress.tsx";

/** An upload that is aborted when its form is closed. */
export function useSending() {
  const [share, setShare] = useState(0);
  const [nextKey, setNextKey] = useState(oneKeyPerContent);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  return {
    /** How much has been sent, from 0 to 1. */
    share,
    /** Begins to send `files` with a `fact`: the options of the call. The key is the same for every attempt to send the same. */
    begin(files: readonly File[], fact: string) {
      sending.current = new AbortController();
      setShare(0);
      return {
        idempotencyKey: nextKey([
          fact,
          files.map(({ name, size, lastModified }) => [name, size, lastModified]),
        ]),
        signal: sending.current.signal,
        onProgress: setShare,
      };
    },
    /** The files are sent: the same ones, chosen again, are others. */
    endAnd: (next: () => void) => () => {
      setNextKey(oneKeyPerContent);
      next();
    },
  };
}

interface SendChosenProps {
  what: "photo" | "file";
  count: number;
  /** Whether they can be sent now. */
  canSend: boolean;
  share: number;
  isSending: boolean;
  onDiscard: () => void;
  /** What is chosen about them. */
  children: ReactNode;
}

/** The foot of a form that sends what is chosen. */
export function SendChosen({ what, count, canSend, share, isSending, onDiscard, children }: SendChosenProps) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count > 0) foot.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  if (count === 0) return null;
  return (
    // Above the composer, which stays at the foot of the sheet.
    <div ref={foot} className="mt-3 flex scroll-mb-40 flex-wrap items-center justify-end gap-2">
      {isSending ? (
        <UploadProgress what={`${what}s`} share={share} />
      ) : (
        <div className="mr-auto">{children}</div>
      )}
      <Button size="sm" variant="ghost" disabled={isSending} onClick={onDiscard}>
        Discard
      </Button>
      <Button size="sm" type="submit" disabled={!canSend} isBusy={isSending} busyLabel="Sending...">
        {`Send ${count} ${what}${count === 1 ? "" : "s"}`}
      </Button>
    </div>
  );
}
