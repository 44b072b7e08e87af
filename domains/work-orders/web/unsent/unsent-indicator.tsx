import { Suspense, useEffect, useState } from "react";
import { CircleAlert, CircleCheck, Upload } from "#web/icons.ts";
import { clockText, phoneClock } from "#web/outbox/clock.ts";
import type { OutboxState } from "#web/outbox/outbox.ts";
import { useOutbox } from "#web/outbox/page-outbox.ts";
import { classes } from "#web/ui/classes.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { toast } from "#web/ui/toast.tsx";
import { ownOutbox } from "./own-outbox.ts";
import { wordsFor } from "./unsent-words.ts";

const UnsentSheet = lazyPart(() => import("./unsent-sheet.tsx"));

/** What is sent at once needs no word. */
const quietMs = 1_000;
const sentShownMs = 6_000;

/** In the top bar: what of the user's work the server does not have yet; opens the sheet. */
export default function UnsentIndicator() {
  const state = useOutbox();
  const [isOpen, setIsOpen] = useState(false);
  const words = useWords(state);
  useEffect(() => void ownOutbox(), []);
  useClockNotice();
  if (words === undefined && !isOpen) return null;
  const needsYou = state.changes.some((change) => change.state === "needs-you");
  const Icon = needsYou ? CircleAlert : state.changes.length === 0 ? CircleCheck : Upload;
  return (
    <>
      <p role="status" className="sr-only">
        {state.sending === null ? words : undefined}
      </p>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={classes(
          "flex min-h-(--control) shrink-0 items-center gap-1.5 rounded-control px-2 font-medium text-sm hover:bg-hover [&_svg]:size-4.5",
          needsYou ? "text-red-text" : state.changes.length === 0 ? "text-green-text" : "text-amber-text",
        )}
      >
        <Icon aria-hidden="true" />
        {/* A phone has room for the number; My Day has the words. */}
        <span className="max-sm:sr-only">{words}</span>
        <span aria-hidden="true" className="tabular-nums sm:hidden">
          {numberFor(state)}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <UnsentSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function numberFor({ changes, sending }: OutboxState): string {
  if (sending !== null) return `${sending.at}/${sending.of}`;
  return changes.length === 0 ? "" : String(changes.length);
}

/** Undefined while there is nothing to say: what is sent within a moment is not shown at all. */
function useWords(state: OutboxState): string | undefined {
  const isEmpty = state.changes.length === 0;
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(!isEmpty), isEmpty ? sentShownMs : quietMs);
    return () => clearTimeout(timer);
  }, [isEmpty]);
  return isShown ? wordsFor(state) : undefined;
}

let toldOf: string | undefined;

/** A wrong clock is told once; the times of what was done are right all the same. */
function useClockNotice(): void {
  const { changes } = useOutbox();
  useEffect(() => {
    const text = clockText(phoneClock.offsetMs());
    if (text === toldOf) return;
    toldOf = text;
    if (text !== undefined) toast({ title: text, description: "Times are corrected." });
  }, [changes]);
}
