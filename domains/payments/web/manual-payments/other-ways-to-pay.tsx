import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { formatCents, toCents } from "#shared/format/money.ts";
import { copyToClipboard } from "#web/copy-to-clipboard.ts";
import { ChevronRight, Copy, Mail } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { toEmailLink } from "#web/ui/faces/email-address.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { instructionsQuery } from "../queries.ts";
import { formatZelleInfo } from "./zelle.ts";

const ZelleCode = lazyPart(() => import("./zelle-code.tsx"));

interface OtherWaysProps {
  /** The amount to pay, if known. */
  amountCents: number | null;
  /** Whether the instructions are collapsed behind a line that opens them. */
  isFolded?: boolean;
}

/** Instructions for paying outside the portal (PAY-99 to PAY-102). */
export function OtherWaysToPay({ amountCents, isFolded = false }: OtherWaysProps) {
  const { data: instructions, isError } = useQuery(instructionsQuery);
  const amount = amountCents === null || amountCents <= 0 ? null : formatCents(toCents(amountCents));
  if (isError) return null;
  return (
    <details open={!isFolded} aria-label="Other ways to pay" className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 border-line border-b sm:min-h-10 [&::-webkit-details-marker]:hidden">
        <h2 className="text-section">Other ways to pay</h2>
        <ChevronRight aria-hidden="true" className="size-4 text-ink-soft group-open:rotate-90" />
      </summary>
      <div className="max-w-md space-y-4 pt-4">
        {instructions === undefined ? (
          <Loading className="space-y-3">
            <Skeleton className="h-25 w-full" />
            <Skeleton className="h-9 w-full" />
          </Loading>
        ) : (
          <>
            {instructions.zelleHandle !== "" && (
              <Zelle handle={instructions.zelleHandle} payee={instructions.payee} amount={amount} />
            )}
            {instructions.accountingEmail !== "" && (
              <p className="text-ink-soft">
                Send payment questions and proof of payment to{" "}
                <a
                  href={toEmailLink(instructions.accountingEmail)}
                  className="inline-flex items-center gap-1.5 text-accent-text underline-offset-4 hover:underline [&_svg]:size-4"
                >
                  <Mail aria-hidden="true" />
                  {instructions.accountingEmail}
                </a>
              </p>
            )}
            {instructions.zelleHandle === "" && instructions.accountingEmail === "" && (
              <p className="text-ink-soft">
                No other payment options are set up. Contact your property manager to pay by check or
                transfer.
              </p>
            )}
          </>
        )}
      </div>
    </details>
  );
}

function Zelle({ handle, payee, amount }: { handle: string; payee: string; amount: string | null }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-4 max-sm:order-last">
        <div className="shrink-0 rounded-control bg-white p-2 ring-1 ring-line">
          <Suspense fallback={<Skeleton className="size-25" />}>
            <ZelleCode handle={handle} payee={payee} />
          </Suspense>
        </div>
        <div className="min-w-0">
          <h3 className="leading-5">Zelle</h3>
          <p className="mt-1 text-ink-soft text-sm">
            Point your phone&rsquo;s camera at the code, or copy the details your bank&rsquo;s app asks for.
          </p>
        </div>
      </div>
      <dl className="divide-y divide-line">
        <Line name="Send to" value={handle} />
        <Line name="Name" value={payee} />
        {amount !== null && <Line name="Amount" value={amount} />}
      </dl>
      <Button
        isWide
        icon={<Copy aria-hidden="true" />}
        onClick={() =>
          void copyToClipboard(formatZelleInfo(payee, handle, amount), {
            title: "Zelle Info Copied",
            description: "Payment information copied to clipboard.",
          })
        }
      >
        Copy Zelle Info
      </Button>
    </div>
  );
}

const Line = ({ name, value }: { name: string; value: string }) => (
  <div className="flex items-center gap-2 py-1">
    <dt className="w-15 shrink-0 text-ink-soft text-sm">{name}</dt>
    <dd className="flex min-w-0 flex-1 items-center gap-2">
      <span className="min-w-0 flex-1 wrap-anywhere text-sm tabular-nums">{value}</span>
      <IconButton label={`Copy ${name.toLowerCase()}`} onClick={() => void copyToClipboard(value)}>
        <Copy />
      </IconButton>
    </dd>
  </div>
);
