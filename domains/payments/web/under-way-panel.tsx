import { useEffect, useId, useRef, useState } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Clock } from "#web/icons.ts";
import { todayHere } from "#web/today-here.ts";
import { businessDaysAfter } from "./business-days.ts";

interface UnderWayPanelProps {
  amountCents: number;
  description: string;
  /** The provider's status of the payment. */
  status: string;
}

const businessDaysMax = 5;

/** Shown while a bank debit clears: no error, and nothing to pay again (PAY-40). */
export function UnderWayPanel({ amountCents, description, status }: UnderWayPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const [today] = useState(() => todayHere());
  return (
    <div role="status" aria-labelledby={id} data-state="under-way" className="space-y-2">
      <h3
        ref={heading}
        id={id}
        tabIndex={-1}
        className="flex items-center gap-2 font-semibold text-lg outline-none"
      >
        <Clock aria-hidden="true" className="size-5 shrink-0 text-blue-text" />
        Your bank payment is on its way
      </h3>
      <p className="tabular-nums wrap-anywhere">
        {`${formatCents(toCents(amountCents))} for ${description}, begun ${formatCalendarDay(today)}.`}
      </p>
      <p>
        {`It should arrive by ${formatCalendarDay(businessDaysAfter(today, businessDaysMax))}; there is nothing to do, and please do not pay again.`}
      </p>
      <p className="text-ink-soft text-sm">
        {"Until your bank confirms it: "}
        <span>{status}</span>
      </p>
    </div>
  );
}
