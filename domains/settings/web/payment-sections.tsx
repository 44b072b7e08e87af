import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { breakdownOf, totalOfShares } from "../breakdown.ts";
import { cardFeeOf } from "../card-fee.ts";
import { Section, TextField } from "./section.tsx";
import { formatPercent, readFee, readShares, type TypedSettings } from "./typed.ts";

const exampleCents = 100_000;
const dollars = (cents: number) => formatCents(toCents(cents));

export function PaymentSection() {
  return (
    <Section
      title="Payments"
      description="How tenants pay outside the portal, the contact for payment questions, and the fee for card payments."
    >
      <TextField name="paymentHandle" maxLength={254} hint="Shown to tenants who pay by Zelle." />
      <TextField
        name="accountingEmail"
        type="email"
        maxLength={254}
        hint="Questions and proofs of payment go here."
      />
      <TextField name="cardFeeBasisPoints" unit="%" maxLength={6} hint="0 to 3.5%, for cards only." />
      <FeeExample />
      <p className="rounded-control bg-amber-soft px-3 py-2 text-amber-text text-sm sm:col-span-2">
        Card networks require that a surcharge is announced and does not exceed what accepting the card costs.
        Some states forbid surcharges or cap them: please check the rules of your state. A building can have
        its own rate below.
      </p>
    </Section>
  );
}

/** An example of the fee, updated while the rate is typed. */
function FeeExample() {
  const { control } = useFormContext<TypedSettings>();
  const rate = readFee(useWatch({ control, name: "cardFeeBasisPoints" }));
  const fee = rate === undefined ? undefined : cardFeeOf(exampleCents, rate);
  return (
    <Example heading={`On ${dollars(exampleCents)} by card`}>
      <Line label="Fee" value={fee === undefined ? "–" : dollars(fee)} />
      <Line label="The payer pays" value={fee === undefined ? "–" : dollars(exampleCents + fee)} isTotal />
    </Example>
  );
}

const shareNames = ["rentSharePermille", "commonAreaSharePermille", "utilitiesSharePermille"] as const;

export function BreakdownSection() {
  const { control } = useFormContext<TypedSettings>();
  const [rent, commonArea, utilities] = useWatch({ control, name: shareNames });
  const shares = readShares({
    rentSharePermille: rent,
    commonAreaSharePermille: commonArea,
    utilitiesSharePermille: utilities,
  });
  const total = shares === undefined ? undefined : totalOfShares(shares);
  const isWhole = total === 1_000;
  const parts = shares !== undefined && isWhole ? breakdownOf(exampleCents, shares) : undefined;
  return (
    <Section
      title="Estimated breakdown"
      description="How a payment is split if no charges are known. The three shares must add up to 100%."
    >
      <div className="grid content-start gap-4">
        {shareNames.map((name) => (
          <TextField key={name} name={name} unit="%" maxLength={5} />
        ))}
        <p
          role="status"
          className={classes(
            "flex justify-between gap-4 border-line border-t pt-3 font-medium tabular-nums",
            total !== undefined && !isWhole && "text-red-text",
          )}
        >
          <span>
            {total === undefined || isWhole
              ? "Total"
              : total > 1_000
                ? `Total: ${formatPercent(total - 1_000, 10)}% too much`
                : `Total: ${formatPercent(1_000 - total, 10)}% is missing`}
          </span>
          <span>{total === undefined ? "–" : `${formatPercent(total, 10)}%`}</span>
        </p>
      </div>
      <Example heading={`Of ${dollars(exampleCents)}`}>
        <Line label="Rent" value={parts === undefined ? "–" : dollars(parts.rentCents)} />
        <Line label="Common areas" value={parts === undefined ? "–" : dollars(parts.commonAreaCents)} />
        <Line label="Utilities" value={parts === undefined ? "–" : dollars(parts.utilitiesCents)} />
      </Example>
    </Section>
  );
}

const Example = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div className="self-start rounded-control bg-sunken px-4 py-3">
    <h3 className="mb-2 font-medium text-sm">{heading}</h3>
    <dl className="space-y-1">{children}</dl>
  </div>
);

const Line = (props: { label: string; value: string; isTotal?: boolean }) => (
  <div className={classes("flex justify-between gap-4", props.isTotal === true && "font-medium")}>
    <dt className={props.isTotal === true ? undefined : "text-ink-soft"}>{props.label}</dt>
    <dd className="tabular-nums">{props.value}</dd>
  </div>
);
