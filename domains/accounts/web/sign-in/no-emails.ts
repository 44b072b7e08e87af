import { readConfig } from "#domains/settings/public-config-contract.ts";
import { useResponse } from "#web/use-response.ts";

/** Says what to do instead of waiting for an email, on a portal without an email server. */
export const noEmailsMessage = "This portal doesn't send emails yet. Ask your property manager for a link.";

/** Whether emails reach people. Until that's known, they're assumed to. */
export const useSendsEmails = (): boolean => useResponse(readConfig).data?.sendsEmails !== false;
