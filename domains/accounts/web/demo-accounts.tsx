import { readConfig } from "#domains/settings/public-config-contract.ts";
import { Button } from "#web/ui/button.tsx";
import { useResponse } from "#web/use-response.ts";

interface DemoAccountsProps {
  isDisabled: boolean;
  onChoose: (account: { email: string; password: string }) => void;
}

/** LOG-04, LOG-05: a button per account fills in the form and signs in. Shown in demo mode only. */
export function DemoAccounts({ isDisabled, onChoose }: DemoAccountsProps) {
  const demo = useResponse(readConfig).data?.demo;
  if (demo == null) return null;
  return (
    <section
      aria-labelledby="demo-accounts"
      className="mt-8 animate-fade-in rounded-card bg-sunken p-4 ring-1 ring-line ring-inset"
    >
      <h2 id="demo-accounts" className="tracking-normal">
        Demo accounts
      </h2>
      <p className="mt-0.5 text-ink-soft text-sm">Sample data to explore. One click signs you in.</p>
      <div className="mt-3 grid grid-cols-3 gap-2">
        {demo.accounts.map((account) => (
          <Button key={account.email} size="sm" disabled={isDisabled} onClick={() => onChoose(account)}>
            {account.label}
          </Button>
        ))}
      </div>
    </section>
  );
}
