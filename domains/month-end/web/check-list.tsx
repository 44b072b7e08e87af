import { Link } from "wouter";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { CircleAlert, CircleCheck, TriangleAlert } from "#web/icons.ts";
import { monthChecks } from "../checks.ts";
import type { MonthCheck } from "../contract.ts";

const formatMoney = (cents: number): string => formatCents(toCents(cents));

/** The checks of a month. Each lists its first records with links to the pages where they're resolved. */
export const CheckList = ({ checks }: { checks: readonly MonthCheck[] }) => (
  <ul className="divide-y divide-line border-line border-b">
    {checks.map((check) => (
      <CheckRow key={check.name} check={check} />
    ))}
  </ul>
);

function CheckRow({ check: { name, count, cents, listHref, records } }: { check: MonthCheck }) {
  const { label, done, open, isBlocking } = monthChecks[name];
  const isDone = count === 0;
  return (
    <li className="flex items-start gap-3 px-(--inset) py-3">
      <CheckMark isDone={isDone} isBlocking={isBlocking} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="font-semibold">{label}</h3>
          <p className="text-sm tabular-nums">
            {isDone
              ? "Done"
              : [count.toLocaleString("en-US"), cents !== null && formatMoney(cents)]
                  .filter(Boolean)
                  .join(" · ")}
          </p>
        </div>
        <p className="text-ink-soft text-sm">{isDone ? done : open}</p>
        {records.length > 0 && (
          <ul className="mt-1.5 text-sm">
            {records.map((record, at) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: two records of a lease have the same link
                key={at}
                className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 sm:min-h-7"
              >
                <Link
                  href={record.href}
                  className="thumb wrap-anywhere rounded-sm text-accent-text hover:underline"
                >
                  {record.note === "" ? record.label : `${record.label}, ${record.note}`}
                </Link>
                {record.onDay !== null && (
                  <span className="ml-auto text-ink-soft">{formatCalendarDay(record.onDay)}</span>
                )}
                {record.cents !== null && <span className="tabular-nums">{formatMoney(record.cents)}</span>}
              </li>
            ))}
            {count > records.length && (
              <li className="text-ink-soft">{`and ${(count - records.length).toLocaleString("en-US")} more`}</li>
            )}
          </ul>
        )}
        {!isDone && listHref !== null && (
          <Link href={listHref} className="thumb rounded-sm text-accent-text text-sm hover:underline">
            View in Payments
          </Link>
        )}
      </div>
    </li>
  );
}

function CheckMark({ isDone, isBlocking }: { isDone: boolean; isBlocking: boolean }) {
  const className = "mt-0.5 size-5 shrink-0";
  if (isDone) return <CircleCheck aria-hidden="true" className={`${className} text-green-text`} />;
  if (isBlocking) return <CircleAlert aria-hidden="true" className={`${className} text-red-text`} />;
  return <TriangleAlert aria-hidden="true" className={`${className} text-amber-text`} />;
}
