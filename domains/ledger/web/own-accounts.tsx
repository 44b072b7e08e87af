import { useQuery } from "@tanstack/react-query";
import { type LeaseRow, listLeases } from "#domains/leases/contract.ts";
import { isRunning } from "#domains/leases/states.ts";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { AccountSummary } from "./account-summary.tsx";
import { accountQuery } from "./ledger-queries.ts";

/** A tenant's leases with their balances and links to the balance explanation. */
export default function OwnAccounts() {
  const { data: leases = [] } = useQuery(endpointQuery(listLeases, { query: { limit: "10" } }));
  return leases.map((lease) => <OwnAccount key={lease.id} lease={lease} />);
}

/** An ended lease is shown until its account is even; a lease whose account the tenant may not read is not shown. */
function OwnAccount({ lease: { id, company, property, units, state } }: { lease: LeaseRow }) {
  const { data: account } = useQuery(accountQuery(id));
  if (account === undefined) return null;
  if (!isRunning(state) && account.balanceCents === 0 && account.depositCents === 0) return null;
  const places = units.map(({ unitNumber }) => unitNumber).join(", ");
  return (
    <Card aria-label={`Lease of ${company.name}`}>
      <CardHeader
        title="Your Lease"
        description={`${company.name} · ${property.name}, ${places}`}
        action={<ButtonLink href={paths.lease(id)}>View Lease</ButtonLink>}
      />
      <AccountSummary account={account} />
      <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3 sm:px-5">
        {account.balanceCents > 0 && (
          <ButtonLink variant="primary" href={paths.payFor(id)}>
            Make a Payment
          </ButtonLink>
        )}
        <ButtonLink href={paths.balance(id)}>Why is this my balance?</ButtonLink>
        <ButtonLink href={paths.statement(id)}>Statement</ButtonLink>
      </div>
    </Card>
  );
}
