import { Link } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { balanceHistoryPath, statementPath } from "#domains/ledger/paths.ts";
import { AmountFigures } from "#domains/ledger/web/amount-figures.tsx";
import { payLeasePath } from "#domains/payments/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { CircleCheck } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { SavedOnDevice } from "#web/ui/feedback/saved-on-device.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import type { MyLease } from "../../contract.ts";
import { type AmountDue, getAmountDue } from "./amount-due.ts";

const formatMoney = (cents: number) => formatCents(toCents(cents));

interface DueLeadProps {
  leases: readonly MyLease[];
  /** When the amounts were loaded. */
  loadedAt: number;
}

/** The amount due on each of the tenant's leases, its due date, and a button to pay. */
export function DueLead({ leases, loadedAt }: DueLeadProps) {
  const rows = leases.map((lease) => ({ lease, due: getAmountDue(lease.account) }));
  // Only the most urgent amount has a primary button.
  const mostUrgentRow =
    rows.find(({ due }) => due.tag?.tone === "red") ?? rows.find(({ due }) => due.isUrgent);
  return (
    <Lead aria-label="Amount due" className="divide-y divide-line">
      {rows.map((row) => (
        <LeaseDue
          key={row.lease.id}
          {...row}
          loadedAt={loadedAt}
          isPrimary={row === mostUrgentRow && row.due.isUrgent}
        />
      ))}
    </Lead>
  );
}

interface LeaseDueProps extends Pick<DueLeadProps, "loadedAt"> {
  lease: MyLease;
  due: AmountDue;
  isPrimary: boolean;
}

function LeaseDue({ lease, due, loadedAt, isPrimary }: LeaseDueProps) {
  const canPay = useIsServerReachable();
  const { id, company, property, units, account } = lease;
  return (
    <div className="px-4 pt-4 sm:px-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className={classes("font-medium text-base", due.tag?.tone === "red" && "text-red-text")}>
          {due.text}
        </h2>
        {due.tag !== null && <DueTag {...due.tag} />}
      </div>
      <p
        className={classes(
          "mt-0.5 text-display tabular-nums max-[22rem]:text-report",
          due.tag?.tone === "red" && "text-red-text",
        )}
      >
        <Amount cents={due.cents} />
      </p>
      <p className="text-ink-soft">
        <Link href={leasePath(id)} className="thumb rounded-sm hover:underline">
          {`${company} · ${property.name}, ${units.join(", ")}`}
        </Link>
      </p>
      {/* Otherwise, the amount above is the only one. */}
      {(account.overdueCents > 0 || account.onItsWayCents > 0 || account.creditCents > 0) && (
        <div className="mt-3">
          <AmountFigures amounts={account} />
        </div>
      )}
      <LateFee account={account} />
      <SavedOnDevice loadedAt={loadedAt} />
      {due.payLabel !== null && !canPay && (
        <Button size="lg" disabled className="mt-1.5 max-sm:w-full">
          {due.payLabel}
        </Button>
      )}
      {due.payLabel !== null && canPay && (
        <ButtonLink
          href={payLeasePath(id)}
          size="lg"
          variant={isPrimary ? "primary" : "secondary"}
          className={classes("mt-3.5", isPrimary && "w-full sm:min-w-40 sm:w-auto")}
        >
          {due.payLabel}
        </ButtonLink>
      )}
      {due.payNote !== null && <p className="mt-1.5 text-ink-soft text-sm">{due.payNote}</p>}
      <div className="mt-1 grid grid-cols-[1.5fr_1fr] divide-x divide-line pb-0.5 *:rounded-none sm:-ml-3.5 sm:flex sm:divide-x-0">
        <ButtonLink variant="ghost" href={balanceHistoryPath(id)} className="my-0.5 text-sm">
          Why is this my balance?
        </ButtonLink>
        <ButtonLink variant="ghost" href={statementPath(id)} className="my-0.5 text-sm">
          Statement
        </ButtonLink>
      </div>
    </div>
  );
}

/** An amount with smaller cents. */
function Amount({ cents }: { cents: number }) {
  const [dollars, fraction] = formatMoney(cents).split(".");
  return (
    <>
      {dollars}
      <span className="text-figure text-ink-soft">{`.${fraction}`}</span>
    </>
  );
}

const tagClasses = {
  lamp: "bg-lamp-soft text-lamp-text inset-ring inset-ring-lamp-line",
  red: "bg-red-soft text-red-text",
  green: "text-green-text",
} as const satisfies Record<NonNullable<AmountDue["tag"]>["tone"], string>;

const DueTag = ({ text, tone }: NonNullable<AmountDue["tag"]>) => (
  <span
    className={classes(
      "inline-flex min-h-5.5 shrink-0 items-center gap-1.5 rounded-badge px-2 font-semibold text-sm",
      tagClasses[tone],
    )}
  >
    {tone === "green" && <CircleCheck aria-hidden="true" className="size-4" />}
    {text}
  </span>
);

function LateFee({ account: { nextLateFee, today } }: { account: MyLease["account"] }) {
  if (nextLateFee === null) return null;
  const { on, cents, dueOn } = nextLateFee;
  return (
    <p className="mt-1 text-ink-soft text-sm">
      {on > today
        ? `A late fee of ${formatMoney(cents)} will be added on ${formatCalendarDay(on)} unless the rent due ${formatCalendarDay(dueOn)} is paid by then.`
        : `A late fee of ${formatMoney(cents)} will be added within the hour.`}
    </p>
  );
}
