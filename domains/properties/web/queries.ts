import { endpointQuery } from "#web/query-client.ts";
import { listPropertyOptions } from "../choices-contract.ts";
import {
  listProperties,
  listVacantUnits,
  readProperty,
  readPropertyOverview,
  readUnit,
} from "../contract.ts";

/** The whole list. The page filters it by search text and tab. */
export const propertiesQuery = endpointQuery(listProperties, {});
export const propertyOptionsQuery = endpointQuery(listPropertyOptions, {});
export const vacantUnitsQuery = endpointQuery(listVacantUnits, {});
export const propertyQuery = (id: number) => endpointQuery(readProperty, { params: { id } });
/** The portal posts charges automatically, so the figures are refetched each time they're shown. */
export const overviewQuery = (id: number) => ({
  ...endpointQuery(readPropertyOverview, { params: { id } }),
  refetchOnMount: "always" as const,
});
export const unitQuery = (id: number) => endpointQuery(readUnit, { params: { id } });
