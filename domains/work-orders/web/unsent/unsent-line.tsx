import { Suspense, useState } from "react";
import { ChevronRight, CircleAlert, Upload } from "#web/icons.ts";
import { useOutbox } from "#web/outbox/page-outbox.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { wordsFor } from "./unsent-words.ts";

const UnsentSheet = lazyPart(() => import("./unsent-sheet.tsx"));

/** What of the day the server does not have yet, in a line that opens the sheet; nothing when it has all. */
export function UnsentLine() {
  const state = useOutbox();
  const [isOpen, setIsOpen] = useState(false);
  const needsYou = state.changes.some((change) => change.state === "needs-you");
  if (state.changes.length === 0 && !isOpen) return null;
  const Icon = needsYou ? CircleAlert : Upload;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`mb-4 flex min-h-11 w-full items-center gap-2.5 rounded-card border border-line bg-surface px-4 py-2 text-left font-medium hover:bg-hover lg:max-w-2xl ${needsYou ? "text-red-text" : "text-amber-text"}`}
      >
        <Icon aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="flex-1">{wordsFor(state)}</span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </button>
      {isOpen && (
        <Suspense>
          <UnsentSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
