import { type ReactNode, useState } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { localToday } from "#web/local-today.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

interface ExpiredQuestion {
  /** Runs `save` right away, or after confirmation if one of the dates is in the past. */
  askIfExpired: (expirationDates: readonly string[], save: () => void) => void;
  /** The confirmation dialog, while it's open. */
  question: ReactNode;
}

/**
 * Asks before a document is saved with an expiration date in the past, which is often a typo or the old date.
 */
export function useExpiredQuestion(): ExpiredQuestion {
  const [pending, setPending] = useState<{ expiresOn: string; save: () => void } | null>(null);
  return {
    askIfExpired: (expirationDates, save) => {
      const expiresOn = expirationDates.find((date) => date !== "" && date < localToday());
      if (expiresOn === undefined) save();
      else setPending({ expiresOn, save });
    },
    question: pending !== null && (
      <ConfirmDialog
        isOpen
        onClose={() => setPending(null)}
        title={`This document expired on ${formatCalendarDay(pending.expiresOn)}. Save it anyway?`}
        description="It will be listed as expired. To correct the expiration date, cancel and enter the new one."
        confirmLabel="Save Anyway"
        onConfirm={() => {
          setPending(null);
          pending.save();
        }}
      />
    ),
  };
}
