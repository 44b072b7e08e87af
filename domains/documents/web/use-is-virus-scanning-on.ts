import { useQuery } from "@tanstack/react-query";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { endpointQuery } from "#web/query-client.ts";

/** Whether the portal has a virus scanner. Undefined while unknown. */
export const useIsVirusScanningOn = (): boolean | undefined =>
  useQuery(endpointQuery(readConfig, {})).data?.filesAreScanned;
