import { useQuery } from "@tanstack/react-query";
import { useUser } from "#web/session/session.tsx";
import { buildingsQuery, unitsQuery } from "./queries.ts";

/** A button that selects the tenant's unit, if they have exactly one. */
export function OwnUnit({ onChoose }: { onChoose: (place: string) => void }) {
  const { role, membership } = useUser();
  const isTenant = role === "tenant" && membership === "active";
  const building = useQuery({ ...buildingsQuery, enabled: isTenant }).data?.[0];
  const units = useQuery({
    ...unitsQuery(building?.id ?? 0),
    enabled: isTenant && building !== undefined,
  }).data;
  const unit = units?.length === 1 ? units[0] : undefined;
  if (unit === undefined) return null;
  const place = `Unit ${unit.unitNumber}`;
  return (
    <button
      type="button"
      onClick={() => onChoose(place)}
      className="thumb -my-1.5 rounded-control px-2 py-1.5 font-medium text-accent-text text-sm hover:bg-hover"
    >
      Use {place}
    </button>
  );
}
