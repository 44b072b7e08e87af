import { type ReactNode, useState } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { localToday } from "#web/local-today.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

interface ExpirationQuestion {
  title: string;
  description: string;
  confirmLabel: string;
}

interface ExpiredQuestion {
  /**
   * Runs `save` right away, or after confirmation if one of the dates is in the past, or isn't after the
   * expiration date of the version that the new one replaces.
   */
  askIfExpired: (
    expirationDates: readonly string[],
    save: () => void,
    replacedExpiration?: string | null,
  ) => void;
  /** The confirmation dialog, while it's open. */
  question: ReactNode;
}

/**
 * Asks before a document is saved with an expiration date in the past, or renewed without a later one. Both
 * are often a typo or the old date.
 */
export function useExpiredQuestion(): ExpiredQuestion {
  const [pending, setPending] = useState<(ExpirationQuestion & { save: () => void }) | null>(null);
  return {
    askIfExpired: (expirationDates, save, replacedExpiration = null) => {
      const dates = expirationDates.filter((date) => date !== "");
      const question = askIfPast(dates) ?? askIfNotLater(dates, replacedExpiration);
      if (question === undefined) save();
      else setPending({ ...question, save });
    },
    question: pending !== null && (
      <ConfirmDialog
        isOpen
        onClose={() => setPending(null)}
        title={pending.title}
        description={pending.description}
        confirmLabel={pending.confirmLabel}
        onConfirm={() => {
          setPending(null);
          pending.save();
        }}
      />
    ),
  };
}

function askIfPast(dates: readonly string[]): ExpirationQuestion | undefined {
  const expiresOn = dates.find((date) => date < localToday());
  if (expiresOn === undefined) return undefined;
  return {
    title: `This document expired on ${formatCalendarDay(expiresOn)}. Save it anyway?`,
    description:
      "It will be listed as expired. To correct the expiration date, cancel and enter the new one.",
    confirmLabel: "Save Anyway",
  };
}

function askIfNotLater(
  dates: readonly string[],
  replacedExpiration: string | null,
): ExpirationQuestion | undefined {
  const expiresOn = dates.find((date) => replacedExpiration !== null && date <= replacedExpiration);
  if (expiresOn === undefined || replacedExpiration === null) return undefined;
  const current = formatCalendarDay(replacedExpiration);
  return {
    title: "Upload a version that doesn't expire later?",
    description:
      expiresOn === replacedExpiration
        ? `The current version expires on the same date, ${current}. If this is the renewal, cancel and enter its expiration date.`
        : `The new version expires on ${formatCalendarDay(expiresOn)}, before the current version, which expires on ${current}.`,
    confirmLabel: "Upload Anyway",
  };
}
