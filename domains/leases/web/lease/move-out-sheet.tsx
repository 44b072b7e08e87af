import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import {
  type LeaseAccount,
  type LedgerEntry,
  listLedger,
  type OpenCharge,
} from "#domains/ledger/contract.ts";
import { statementPath } from "#domains/ledger/paths.ts";
import { printDepositStatement } from "#domains/ledger/statement-contract.ts";
import type { OpenDialog } from "#domains/ledger/web/dialogs/open-dialog.ts";
import { accountQuery, openChargesQuery } from "#domains/ledger/web/queries.ts";
import { addDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { buildPath } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { Lease } from "../../contract.ts";
import { formatUnits } from "../format.ts";
import { EndLeaseDialog, LastCharges, RecordNoticeDialog, UnpostedChargesWarning } from "./end-dialogs.tsx";

const LedgerDialog = lazyPart(() =>
  import("#domains/ledger/web/dialogs/ledger-dialog.tsx").then((module) => ({
    default: module.LedgerDialog,
  })),
);

/** The form that is open in place of the sheet. The sheet reopens when the form closes. */
type OpenForm = "notice" | "end" | OpenDialog;

const formatMoney = (cents: number): string => formatCents(toCents(cents));

/**
 * The end of a lease in four steps: the end date, deductions, the deposit, and the statements. Each step is
 * saved separately, so they can be days apart.
 */
export function MoveOutSheet({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const account = useQuery(accountQuery(lease.id)).data;
  const [form, setForm] = useState<OpenForm | null>(null);
  const canWrite = useIsServerReachable();
  const closeForm = () => setForm(null);
  if (form === "notice") return <RecordNoticeDialog lease={lease} onClose={closeForm} />;
  if (form === "end") return <EndLeaseDialog lease={lease} onClose={closeForm} />;
  if (form !== null && account !== undefined)
    return (
      <Suspense>
        <LedgerDialog
          leaseId={lease.id}
          lease={{
            company: lease.company.name,
            property: lease.property.name,
            units: listUnitNumbers(lease.units),
          }}
          account={account}
          dialog={form}
          onClose={closeForm}
        />
      </Suspense>
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Move Out"
      description={`${lease.company.name}, ${lease.property.name} · ${formatUnits(lease.units)}`}
      size="wide"
    >
      {account === undefined ? (
        <SkeletonRows count={6} />
      ) : (
        <ol className="space-y-6">
          <EndDateStep lease={lease} isDisabled={!canWrite} onOpen={setForm} />
          <DeductionsStep lease={lease} account={account} isDisabled={!canWrite} onOpen={setForm} />
          <DepositStep lease={lease} account={account} isDisabled={!canWrite} onOpen={setForm} />
          <MoveOutStep title="4. Statements">
            <p className="flex flex-wrap gap-2 max-sm:*:flex-1">
              {account.hadDeposit && (
                <a
                  href={buildPath(printDepositStatement, { id: lease.id })}
                  download
                  className={buttonClasses()}
                >
                  Deposit statement
                </a>
              )}
              <ButtonLink href={statementPath(lease.id)}>Statement</ButtonLink>
            </p>
          </MoveOutStep>
        </ol>
      )}
    </Dialog>
  );
}

interface StepProps {
  isDisabled: boolean;
  onOpen: (form: OpenForm) => void;
}

function EndDateStep({ lease, isDisabled, onOpen }: StepProps & { lease: Lease }) {
  const { state, to, can } = lease;
  return (
    <MoveOutStep
      title="1. End date"
      action={
        <>
          {can.giveNotice && (
            <Button size="sm" disabled={isDisabled} onClick={() => onOpen("notice")}>
              Record Notice
            </Button>
          )}
          {can.end && (
            <Button size="sm" disabled={isDisabled} onClick={() => onOpen("end")}>
              End Lease
            </Button>
          )}
        </>
      }
    >
      <p>
        {to === null
          ? "This lease has no end date."
          : `The lease ${state === "ended" ? "ended" : "ends"} on ${formatCalendarDay(to)}.`}
      </p>
      {to !== null && state !== "ended" && <LastCharges lease={lease} endsOn={to} />}
    </MoveOutStep>
  );
}

function DeductionsStep({
  lease,
  account,
  isDisabled,
  onOpen,
}: StepProps & { lease: Lease; account: LeaseAccount }) {
  const { data: charges = [] } = useQuery(openChargesQuery(lease.id));
  const { data: entries = [] } = useQuery(recentEntriesQuery(lease));
  return (
    <MoveOutStep
      title="2. Deductions"
      action={
        account.can.correct && (
          <Button size="sm" disabled={isDisabled} onClick={() => onOpen({ record: "charge" })}>
            Add Deduction
          </Button>
        )
      }
    >
      <p className="text-ink-soft">
        Each deduction is a charge. Its note appears as the reason on the deposit statement.
      </p>
      <AmountList
        lines={[
          ...listCharges(charges, entries),
          { key: "total", name: "Unpaid charges", cents: sumOpenCents(charges), isTotal: true },
        ]}
      />
    </MoveOutStep>
  );
}

const deductionDays = 30;

/** The entries from the 30 days before the end of the lease, or before today if that is earlier. */
const recentEntriesQuery = ({ id, to, today }: Lease) =>
  endpointQuery(listLedger, {
    params: { id },
    query: { from: addDays(to === null || to > today ? today : to, -deductionDays), limit: "200" },
  });

/**
 * Returns the lines of the unpaid charges and of the recent charges that staff added. Each charge has its whole
 * amount, followed by the amounts that covered it.
 */
function listCharges(charges: readonly OpenCharge[], entries: readonly LedgerEntry[]): AmountLine[] {
  const coveredCharges = entries.filter(
    ({ kind, who, openCents, reversedById }) =>
      kind === "charge" && who !== null && openCents === 0 && reversedById === null,
  );
  return [
    ...charges.map((charge) => ({ ...charge, coveredCents: charge.amountCents - charge.openCents })),
    ...coveredCharges.toReversed().map((charge) => ({ ...charge, coveredCents: charge.amountCents })),
  ].flatMap(({ id, description, amountCents, coveredCents }) => {
    const allocations = entries.find((entry) => entry.id === id)?.allocations ?? [
      { entryId: 0, description: "Covered by credits or payments", amountCents: coveredCents },
    ];
    return [
      { key: String(id), name: description, cents: amountCents },
      ...allocations
        .filter((allocation) => allocation.amountCents !== 0)
        .map((allocation) => ({
          key: `${id}-${allocation.entryId}`,
          name: `Less: ${allocation.description}`,
          cents: -Math.abs(allocation.amountCents),
        })),
    ];
  });
}

const sumOpenCents = (charges: readonly { openCents: number }[]): number =>
  charges.reduce((sum, { openCents }) => sum + openCents, 0);

function DepositStep({
  lease,
  account,
  isDisabled,
  onOpen,
}: StepProps & { lease: Lease; account: LeaseAccount }) {
  const { depositCents, balanceCents, can } = account;
  const appliedCents = Math.min(depositCents, Math.max(0, balanceCents));
  return (
    <MoveOutStep
      title="3. Security deposit"
      action={
        can.correct && (
          <>
            {depositCents > 0 && (
              <Button
                size="sm"
                disabled={isDisabled}
                onClick={() => onOpen({ record: "deposit", depositMove: "applied-rest-refunded" })}
              >
                Apply and Refund
              </Button>
            )}
            {balanceCents < 0 && (
              <Button size="sm" disabled={isDisabled} onClick={() => onOpen({ record: "payout" })}>
                Pay Out Credit
              </Button>
            )}
          </>
        )
      }
    >
      {depositCents === 0 ? (
        <p>No deposit is held.</p>
      ) : (
        <AmountList
          lines={[
            { key: "held", name: "Held", cents: depositCents },
            { key: "applied", name: "To apply to the balance", cents: -appliedCents },
            { key: "refunded", name: "To refund", cents: depositCents - appliedCents, isTotal: true },
          ]}
        />
      )}
      {depositCents > 0 && lease.to !== null && lease.state !== "ended" && (
        <UnpostedChargesWarning lease={lease} endsOn={lease.to} />
      )}
      {balanceCents < 0 && <p>{`The lease also has a credit of ${formatMoney(-balanceCents)}.`}</p>}
    </MoveOutStep>
  );
}

const MoveOutStep = ({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <li>
    <section aria-label={title} className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-b pb-2">
        <h3 className="text-base">{title}</h3>
        <span className="flex flex-wrap gap-2">{action}</span>
      </div>
      {children}
    </section>
  </li>
);

interface AmountLine {
  key: string;
  name: string;
  cents: number;
  isTotal?: boolean;
}

const AmountList = ({ lines }: { lines: readonly AmountLine[] }) => (
  <dl className="space-y-1.5 text-sm tabular-nums">
    {lines.map(({ key, name, cents, isTotal = false }) => (
      <div
        key={key}
        className={isTotal ? "flex gap-4 border-line border-t pt-1.5 font-medium" : "flex gap-4"}
      >
        <dt className="min-w-0 flex-1 wrap-anywhere">{name}</dt>
        <dd className="whitespace-nowrap">{formatMoney(cents)}</dd>
      </div>
    ))}
  </dl>
);
