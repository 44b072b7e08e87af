import { useQuery } from "@tanstack/react-query";
import { useUser } from "#web/session/session.tsx";
import { buildingsQuery, unitsQuery } from "./queries.ts";

/** The tenant's unit as a location, such as `Unit 101`, if they have exactly one. */
export function useOwnUnit(): string | undefined {
  const { role, membership } = useUser();
  const isTenant = role === "tenant" && membership === "active";
  const building = useQuery({ ...buildingsQuery, enabled: isTenant }).data?.[0];
  const units = useQuery({
    ...unitsQuery(building?.id ?? 0),
    enabled: isTenant && building !== undefined,
  }).data;
  const unit = units?.length === 1 ? units[0] : undefined;
  return unit && `Unit ${unit.unitNumber}`;
}
