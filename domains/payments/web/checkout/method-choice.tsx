import { useId } from "react";
import { formatCents, toCents } from "#shared/format/money.ts";
import { CreditCard, Landmark } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { calculateFee } from "../../fee.ts";
import type { PaymentIntent } from "../../pay-contract.ts";
import { formatBasisPoints } from "./total-card.tsx";

/** The method without a fee comes first. */
const methods = [
  { value: "us_bank_account", label: "Bank account", Icon: Landmark },
  { value: "card", label: "Card", Icon: CreditCard },
] as const;

interface MethodChoiceProps {
  intent: PaymentIntent;
  method: string;
  onMethodChange: (method: string) => void;
  isDisabled: boolean;
}

/** Bank account or card, each with its fee and its total. */
export function MethodChoice({ intent, method, onMethodChange, isDisabled }: MethodChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={isDisabled} data-keep-clear="">
      <legend className="mb-1.5 font-medium">Pay with</legend>
      <div className="space-y-2">
        {methods.map(({ value, label, Icon }) => (
          <label
            key={value}
            className={classes(
              "flex min-h-15 cursor-pointer items-center gap-3 rounded-card px-4 py-2.5 ring-inset transition-shadow",
              "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
              method === value
                ? "bg-accent-soft ring-2 ring-accent"
                : "bg-surface ring-1 ring-line-control/70 hover:ring-line-control",
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={method === value}
              onChange={() => onMethodChange(value)}
              className="sr-only"
            />
            <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
            <MethodCost intent={intent} method={value} label={label} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The fees of both methods, for a provider whose form includes the method choice. */
export function MethodCosts({ intent }: { intent: PaymentIntent }) {
  if (intent.feeBasisPoints === 0) return null;
  return (
    <ul className="divide-y divide-line rounded-card bg-sunken px-4">
      {methods.map(({ value, label }) => (
        <li key={value} className="flex py-2.5">
          <MethodCost intent={intent} method={value} label={label} />
        </li>
      ))}
    </ul>
  );
}

function MethodCost({ intent, method, label }: { intent: PaymentIntent; method: string; label: string }) {
  const { amountCents, feeBasisPoints } = intent;
  const feeCents = calculateFee(amountCents, method, feeBasisPoints);
  const savedCents = calculateFee(amountCents, "card", feeBasisPoints) - feeCents;
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        <span className={classes("block text-sm", feeCents === 0 ? "text-green-text" : "text-ink-soft")}>
          {feeCents > 0
            ? `Includes ${formatBasisPoints(feeBasisPoints)} fee`
            : savedCents > 0
              ? `No fee, saves ${formatCents(toCents(savedCents))}`
              : "No fee"}
        </span>
      </span>
      <span className="font-semibold tabular-nums">{formatCents(toCents(amountCents + feeCents))}</span>
    </>
  );
}
