import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback, useId, useState } from "react";
import { calculateBreakdown, hasBreakdown } from "#domains/settings/breakdown.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ArrowLeft, ShieldCheck } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { RadioOption } from "#web/ui/forms/radio-option.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { PaymentIntent } from "../../pay-contract.ts";
import { PaySteps } from "../checkout/pay-steps.tsx";
import { type SelectedFee, TotalCard } from "../checkout/total-card.tsx";
import { OtherWaysToPay } from "../manual-payments/other-ways-to-pay.tsx";
import { instructionsQuery } from "../queries.ts";
import { usePropertyToday } from "../use-property-today.ts";
import type { CoveredCharge, PaymentToMake } from "./payment-to-make.ts";

const PayOnline = lazyPart(() =>
  import("../checkout/pay-online.tsx").then((module) => ({ default: module.PayOnline })),
);
const ConfirmManually = lazyPart(() =>
  import("../manual-payments/confirm-manually.tsx").then((module) => ({ default: module.ConfirmManually })),
);

type PaymentMode = "online" | "manual";

interface DetailsTabProps {
  details: PaymentToMake;
  /** Null while loading. */
  intent: PaymentIntent | null;
  /** Whether the payment is made, or reported as made outside the portal. */
  isPaid: boolean;
  onPaid: () => void;
  onBack: () => void;
  onDone: () => void;
}

/** The payment details and the choice of a payment method (PAY-29 to PAY-34). */
export function DetailsTab(props: DetailsTabProps) {
  const { details, intent, isPaid, onPaid, onBack, onDone } = props;
  const [selectedMode, setSelectedMode] = useState<PaymentMode>("online");
  const [method, setMethod] = useState("card");
  const [fee, setFee] = useState<SelectedFee | null>(null);
  const selectMethod = useCallback((newMethod: string, newFee: SelectedFee) => {
    setMethod(newMethod);
    setFee(newFee);
  }, []);
  return (
    <div className="space-y-4">
      <PaySteps current={!isPaid ? "How to pay" : selectedMode === "manual" ? "Reported" : "Receipt"} />
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5"
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={isPaid ? onDone : onBack}
      >
        {isPaid ? "Back to Summary" : "Back"}
      </Button>
      {intent === null ? (
        <DetailsLoading />
      ) : (
        <div
          className={classes(
            "grid grid-cols-[minmax(0,1fr)] items-start gap-5",
            !isPaid && "lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:gap-8",
          )}
        >
          {!isPaid && (
            <div className="max-lg:contents lg:sticky lg:top-(--top-bar) lg:order-last lg:space-y-6">
              <TotalCard
                name="Payment amount"
                amountCents={intent.amountCents}
                fee={selectedMode === "online" ? fee : null}
                note={
                  details.isCredit
                    ? "There are no charges to pay. This payment will be added as a credit."
                    : undefined
                }
              />
              <div className="max-lg:order-last">
                <PaymentInformation
                  details={details}
                  method={selectedMode === "manual" ? "Manual Payment" : formatOnlineMethod(method)}
                />
              </div>
            </div>
          )}
          <Lead aria-label={isPaid ? "Payment" : "How to pay"} className={isPaid ? "max-w-2xl" : undefined}>
            <div className="space-y-4 px-(--inset) pt-4 pb-4 has-[[data-state=idle]]:pb-0">
              {!isPaid && <h2 className="text-lead">How to pay</h2>}
              {!isPaid && <PaymentModeChoice selected={selectedMode} onSelect={setSelectedMode} />}
              {selectedMode === "online" ? (
                <>
                  {!isPaid && <ProcessedSecurely />}
                  <Suspense fallback={<FormLoading />}>
                    <PayOnline intent={intent} details={details} onPaid={onPaid} onSelection={selectMethod} />
                  </Suspense>
                </>
              ) : (
                <>
                  {!isPaid && <OtherWaysToPay amountCents={details.amountCents} />}
                  {/* The key unmounts the other form, which React would hide until this one is loaded. */}
                  <Suspense key="manual" fallback={<FormLoading />}>
                    <ConfirmManually details={details} onSent={onPaid} onCancel={onBack} />
                  </Suspense>
                </>
              )}
            </div>
          </Lead>
        </div>
      )}
    </div>
  );
}

function PaymentModeChoice({
  selected: selectedMode,
  onSelect,
}: {
  selected: PaymentMode;
  onSelect: (mode: PaymentMode) => void;
}) {
  const name = useId();
  const isTenant = useUser().role === "tenant";
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="sr-only">How to pay</legend>
      <RadioOption
        name={name}
        label="Pay Online"
        hint="By card or from your bank account."
        isSelected={selectedMode === "online"}
        onSelect={() => onSelect("online")}
      />
      <RadioOption
        name={name}
        label="Confirm Manual Payment"
        hint={
          isTenant
            ? "I already paid by Zelle, transfer, check, or cash."
            : "Paid by Zelle, transfer, check, or cash. Someone else will need to approve it."
        }
        isSelected={selectedMode === "manual"}
        onSelect={() => onSelect("manual")}
      />
    </fieldset>
  );
}

const ProcessedSecurely = () => (
  <p className="flex items-start gap-2 text-ink-soft text-sm">
    <ShieldCheck aria-hidden="true" className="mt-px size-4 shrink-0 text-green-dot" />
    Your online payment is processed securely by a card payment provider.
  </p>
);

const formatOnlineMethod = (method: string): string =>
  method === "us_bank_account" ? "Bank Account/Online Payment" : "Credit Card/Online Payment";

const formatMoney = (cents: number) => formatCents(toCents(cents));

interface PaymentInformationProps {
  details: PaymentToMake;
  method: string;
}

/**
 * The payment details (PAY-32) and the charges the amount is applied to (PAY-16). After the payment, the
 * receipt shows both, and the fee.
 */
function PaymentInformation({ details, method }: PaymentInformationProps) {
  const { amountCents, description, leaseId, coveredCharges } = details;
  const today = usePropertyToday(leaseId);
  return (
    <Section title="Payment Information">
      <dl className="space-y-2 px-(--inset) pt-4 pb-4">
        <Line name="Method">{method}</Line>
        <Line name="Amount">
          <span className="font-semibold tabular-nums">{formatMoney(amountCents)}</span>
        </Line>
        <Line name="Description">
          <span className="wrap-anywhere">{description}</span>
        </Line>
        <Line name="Date">{formatCalendarDay(today)}</Line>
      </dl>
      {coveredCharges === null ? (
        <Estimate amountCents={amountCents} />
      ) : (
        <CoveredCharges charges={coveredCharges} />
      )}
    </Section>
  );
}

function CoveredCharges({ charges }: { charges: readonly CoveredCharge[] }) {
  if (charges.length === 0) return null;
  return (
    <section aria-label="Applied to" className="border-line border-t px-(--inset) py-4">
      <h3 className="mb-2">Applied to</h3>
      <ul className="max-h-96 space-y-1.5 overflow-y-auto text-sm">
        {charges.map(({ chargeId, description, amountCents }) => (
          <li key={chargeId} className="flex justify-between gap-4">
            <span className="min-w-0 text-ink-soft wrap-anywhere">{description}</span>
            <span className="whitespace-nowrap tabular-nums">{formatMoney(amountCents)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The estimated breakdown, by the shares in the settings. */
function Estimate({ amountCents }: { amountCents: number }) {
  const { data: instructions } = useQuery(instructionsQuery);
  if (instructions === undefined) return null;
  const { shares } = instructions;
  if (!hasBreakdown(shares)) return null;
  const breakdown = calculateBreakdown(toCents(amountCents), shares);
  return (
    <section aria-label="Estimated breakdown" className="border-line border-t px-(--inset) py-4">
      <h3 className="mb-2">Estimated breakdown</h3>
      <dl className="space-y-1.5 text-sm tabular-nums">
        <Line name={`Base rent (${formatPermille(shares.rentSharePermille)})`}>
          {formatMoney(breakdown.rentCents)}
        </Line>
        <Line name={`Common-area fees (${formatPermille(shares.commonAreaSharePermille)})`}>
          {formatMoney(breakdown.commonAreaCents)}
        </Line>
        <Line name={`Utilities (${formatPermille(shares.utilitiesSharePermille)})`}>
          {formatMoney(breakdown.utilitiesCents)}
        </Line>
      </dl>
      <p className="mt-2 text-ink-soft text-sm">The receipt lists the charges actually paid.</p>
    </section>
  );
}

/** Formats 923 as `92.3%` and 10 as `1%`. */
const formatPermille = (permille: number): string => `${permille / 10}%`;

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="shrink-0 text-ink-soft">{name}</dt>
    <dd className="min-w-0 text-right">{children}</dd>
  </div>
);

/** PAY-33, PAY-34. */
const DetailsLoading = () => (
  <div className="space-y-4 p-4 sm:p-5">
    <p role="status">Payment information is loading...</p>
    <div className="grid gap-2 sm:grid-cols-2">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
    <Skeleton className="h-40" />
  </div>
);

const FormLoading = () => (
  <Loading className="space-y-4">
    <Skeleton className="h-16" />
    <Skeleton className="h-28" />
  </Loading>
);
