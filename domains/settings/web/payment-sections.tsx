import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { calculateBreakdown, sumShares } from "../breakdown.ts";
import { calculateCardFee } from "../card-fee.ts";
import { formatPercent, parseFee, parseShares, type SettingsFormValues } from "./form-values.ts";
import { SettingsSection, TextField } from "./section.tsx";

const exampleCents = 100_000;
const formatDollars = (cents: number) => formatCents(toCents(cents));

export function PaymentSection() {
  return (
    <SettingsSection
      name="payments"
      description="How tenants can pay outside the portal, who to contact about payments, and the card fee."
    >
      <TextField name="paymentHandle" maxLength={254} hint="Shown to tenants who pay by Zelle." />
      <TextField
        name="accountingEmail"
        type="email"
        maxLength={254}
        hint="Tenants send payment questions and proof of payment here."
      />
      <TextField name="cardFeeBasisPoints" unit="%" maxLength={6} hint="0 to 3.5%, for cards only." />
      <FeeExample />
      <p className="rounded-control bg-amber-soft px-3 py-2 text-amber-text text-sm sm:col-span-2">
        Card networks require you to disclose surcharges and limit them to your cost of acceptance. Some
        states ban or cap them, so check your state's rules. You can set a different rate for each property
        below.
      </p>
    </SettingsSection>
  );
}

/** An example of the fee, updated as the user types the rate. */
function FeeExample() {
  const { control } = useFormContext<SettingsFormValues>();
  const basisPoints = parseFee(useWatch({ control, name: "cardFeeBasisPoints" }));
  const feeCents = basisPoints === undefined ? undefined : calculateCardFee(exampleCents, basisPoints);
  return (
    <Example heading={`On a ${formatDollars(exampleCents)} card payment`}>
      <Line label="Fee" value={feeCents === undefined ? "–" : formatDollars(feeCents)} />
      <Line
        label="Payer's total"
        value={feeCents === undefined ? "–" : formatDollars(exampleCents + feeCents)}
        isTotal
      />
    </Example>
  );
}

const shareNames = ["rentSharePermille", "commonAreaSharePermille", "utilitiesSharePermille"] as const;

export function BreakdownSection() {
  const { control } = useFormContext<SettingsFormValues>();
  const [rent, commonArea, utilities] = useWatch({ control, name: shareNames });
  const shares = parseShares({
    rentSharePermille: rent,
    commonAreaSharePermille: commonArea,
    utilitiesSharePermille: utilities,
  });
  const totalPermille = shares === undefined ? undefined : sumShares(shares);
  const addsUp = totalPermille === 1_000;
  const breakdown = shares !== undefined && addsUp ? calculateBreakdown(exampleCents, shares) : undefined;
  return (
    <SettingsSection
      name="breakdown"
      description="How a payment is split when there are no charges to apply it to. Shares must total 100%. With 100% rent, no breakdown is shown."
    >
      <div className="grid content-start gap-4">
        {shareNames.map((name) => (
          <TextField key={name} name={name} unit="%" maxLength={5} />
        ))}
        <p
          role="status"
          className={classes(
            "flex justify-between gap-4 border-line border-t pt-3 font-medium tabular-nums",
            totalPermille !== undefined && !addsUp && "text-red-text",
          )}
        >
          <span>
            {totalPermille === undefined || addsUp
              ? "Total"
              : totalPermille > 1_000
                ? `Total: ${formatPercent(totalPermille - 1_000, 10)}% over`
                : `Total: ${formatPercent(1_000 - totalPermille, 10)}% short`}
          </span>
          <span>{totalPermille === undefined ? "–" : `${formatPercent(totalPermille, 10)}%`}</span>
        </p>
      </div>
      <Example heading={`For a ${formatDollars(exampleCents)} payment`}>
        <Line label="Rent" value={breakdown === undefined ? "–" : formatDollars(breakdown.rentCents)} />
        <Line label="CAM" value={breakdown === undefined ? "–" : formatDollars(breakdown.commonAreaCents)} />
        <Line
          label="Utilities"
          value={breakdown === undefined ? "–" : formatDollars(breakdown.utilitiesCents)}
        />
      </Example>
    </SettingsSection>
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
