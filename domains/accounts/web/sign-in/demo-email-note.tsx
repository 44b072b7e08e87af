import { readConfig } from "#domains/settings/public-config-contract.ts";
import { useResponse } from "#web/use-response.ts";

/** Says where to find an email of the demo, which might not have a mail server. */
export function DemoEmailNote() {
  if (useResponse(readConfig).data?.demo == null) return null;
  return (
    <p className="mb-4 rounded-card bg-sunken px-4 py-3">
      In this demo, an administrator can open the email in the outbox.
    </p>
  );
}
