import type { Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { formatPlace, type LeasePlace } from "#shared/format/place.ts";

interface RecoveryDetails extends LeasePlace {
  year: number;
  cents: number;
  dueOn: Day;
  isCorrection: boolean;
}

/** The notifications about statements of operating expenses. */
export const recoveryKinds = {
  "reconciliation.issued": {
    topic: "operating-expenses",
    text: ({ year, cents, dueOn, isCorrection, ...place }: RecoveryDetails) => {
      const statement = `${isCorrection ? "Corrected statement" : "Statement"} of ${year} operating expenses for ${formatPlace(place)}`;
      if (cents === 0) return `${statement}: no additional amount is due`;
      return cents < 0
        ? `${statement}: ${formatAmount(-cents)} was credited`
        : `${statement}: ${formatAmount(cents)} is due on ${formatCalendarDay(dueOn)}`;
    },
  },
  "reconciliation.reversed": {
    topic: "operating-expenses",
    text: ({ year, ...place }: LeasePlace & { year: number }) =>
      `The statement of ${year} operating expenses for ${formatPlace(place)} was withdrawn, and its amount was reversed`,
  },
  "reconciliation.questioned": {
    topic: "operating-expenses",
    text: ({
      year,
      company,
      line,
      property,
    }: {
      year: number;
      company: string;
      line: string;
      property: string;
    }) => `${company} questioned ${line} in its statement of ${year} operating expenses for ${property}`,
  },
  "reconciliation.question-answered": {
    topic: "operating-expenses",
    text: ({
      year,
      line,
      creditCents,
      ...place
    }: LeasePlace & { year: number; line: string; creditCents: number | null }) =>
      `The question about ${line} in your statement of ${year} operating expenses for ${formatPlace(place)} was answered${creditCents === null ? "" : `, and ${formatAmount(creditCents)} was credited`}`,
  },
} as const;
