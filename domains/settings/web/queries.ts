import { endpointQuery } from "#web/query-client.ts";
import { readSettings } from "../contract.ts";

/** Refetched on every visit. Later responses don't change the form while it's open. */
export const settingsQuery = { ...endpointQuery(readSettings, {}), gcTime: 0 };
