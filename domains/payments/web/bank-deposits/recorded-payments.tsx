import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import type { RecordedBankDeposit } from "../../bank-deposits-contract.ts";
import { bankDepositPath, paymentPath } from "../../paths.ts";

const formatMoney = (cents: number): string => formatCents(toCents(cents));

interface RecordedPaymentsProps {
  recorded: RecordedBankDeposit;
  onRecordMore: () => void;
}

/** The recorded payments, with their receipts and the remaining balances. */
export function RecordedPayments({ recorded: { id, payments }, onRecordMore }: RecordedPaymentsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const totalCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <section aria-label="Recorded payments">
      <SectionHeader
        titleRef={heading}
        title={`${payments.length === 1 ? "1 payment" : `${payments.length} payments`} recorded, ${formatMoney(totalCents)}`}
        action={
          <div className="flex flex-wrap gap-2 py-1">
            <Button onClick={onRecordMore}>Record More</Button>
            <Link href={bankDepositPath(id)} className={buttonClasses({ variant: "primary" })}>
              View Bank Deposit
            </Link>
          </div>
        }
      />
      <ul className="divide-y divide-line">
        {payments.map(({ id: paymentId, receiptNumber, company, amountCents, balanceCents }) => (
          <li key={paymentId} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 flex-1 basis-52 font-medium wrap-anywhere">{company}</span>
            <span className="text-ink-soft tabular-nums">
              {balanceCents > 0
                ? `${formatMoney(balanceCents)} balance remaining`
                : balanceCents < 0
                  ? `${formatMoney(-balanceCents)} credit`
                  : "Paid in full"}
            </span>
            <Link
              href={paymentPath(paymentId)}
              className="thumb rounded-sm text-accent-text hover:underline"
            >{`Receipt ${receiptNumber}`}</Link>
            <span className="min-w-24 text-right font-medium tabular-nums">{formatMoney(amountCents)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
