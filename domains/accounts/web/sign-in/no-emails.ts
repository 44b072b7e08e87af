import { readConfig } from "#domains/settings/public-config-contract.ts";
import { useResponse } from "#web/use-response.ts";

/** Shown on a portal without an email server, where no email will arrive. */
export const noEmailsMessage =
  "This portal doesn't send emails yet. Ask your property manager to get you a link from an administrator.";

/** Whether the portal sends emails. True until the configuration is loaded. */
export const useSendsEmails = (): boolean => useResponse(readConfig).data?.sendsEmails !== false;
