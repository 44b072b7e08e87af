import { useQuery } from "@tanstack/react-query";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { type Brand, portalBrand } from "#web/ui/page/brand.tsx";

/** The organization's brand, undefined until it's loaded. */
export function useBrand(): Brand | undefined {
  const config = useQuery(endpointQuery(readConfig, {}));
  return config.isError ? portalBrand : config.data;
}
