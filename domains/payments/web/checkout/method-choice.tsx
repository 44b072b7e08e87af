import { useId } from "react";
import { formatCents, toCents } from "#shared/format/money.ts";
import { CreditCard, Landmark } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { calculateFee } from "../../fee.ts";
import type { PaymentIntent } from "../../pay-contract.ts";
import { percentOf } from "./totals.tsx";

const methods = [
  { value: "card", label: "Card", Icon: CreditCard },
  { value: "us_bank_account", label: "Bank account", Icon: Landmark },
] as const;

interface MethodChoiceProps {
  intent: PaymentIntent;
  method: string;
  onMethod: (method: string) => void;
  isDisabled: boolean;
}

/** Card or bank account, each with its fee. */
export function MethodChoice({ intent, method, onMethod, isDisabled }: MethodChoiceProps) {
  const name = useId();
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-1.5 font-medium">Pay with</legend>
      <div className="grid grid-cols-2 gap-3">
        {methods.map(({ value, label, Icon }) => (
          <label
            key={value}
            className={classes(
              "flex cursor-pointer flex-col gap-1 rounded-control p-3 ring-inset transition-shadow",
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
              onChange={() => onMethod(value)}
              className="sr-only"
            />
            <span className="flex items-center gap-2 font-medium">
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {label}
            </span>
            <Cost intent={intent} method={value} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The fees of both methods, for a provider whose form includes the method choice. */
export function BothCosts({ intent }: { intent: PaymentIntent }) {
  if (intent.feeBasisPoints === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-3">
      {methods.map(({ value, label }) => (
        <div key={value} className="rounded-control bg-sunken p-3">
          <dt className="font-medium">{label}</dt>
          <dd>
            <Cost intent={intent} method={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Cost({ intent, method }: { intent: PaymentIntent; method: string }) {
  const feeCents = calculateFee(intent.amountCents, method, intent.feeBasisPoints);
  return (
    <span className="block text-ink-soft text-sm tabular-nums">
      {formatCents(toCents(intent.amountCents + feeCents))}
      <span className="block">
        {feeCents === 0 ? "No fee" : `Includes ${percentOf(intent.feeBasisPoints)} fee`}
      </span>
    </span>
  );
}
