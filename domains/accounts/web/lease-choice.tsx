import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { LeaseChoice } from "#domains/leases/lease-facts.ts";
import { isRunning } from "#domains/leases/states.ts";
import { readUnit, type UnitDetails } from "#domains/properties/contract.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { endpointQuery } from "#web/query-client.ts";
import { todayHere } from "#web/today-here.ts";
import { Choice } from "#web/ui/choice.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

type Lease = UnitDetails["leases"][number];

interface Picking {
  unitId: number | undefined;
  /** What the user picked, perhaps for another unit. */
  picked: LeaseChoice | undefined;
  /** Whether a draft may be made beside another lease of the unit. */
  offersAnotherDraft: boolean;
}

/** What approving or inviting a tenant of this unit leads to: what was picked, else the proposal. */
export function useLeaseChoice({ unitId, picked, offersAnotherDraft }: Picking) {
  const unit = useQuery({
    ...endpointQuery(readUnit, { params: { id: unitId ?? 0 } }),
    enabled: unitId !== undefined,
    // Another page may have changed the leases since.
    staleTime: 0,
  });
  const leases = unit.data && openLeases(unit.data.leases);
  const offersDraft = offersAnotherDraft || leases?.length === 0;
  const isOffered =
    picked === "none" || (picked === "draft" ? offersDraft : leases?.some(({ id }) => id === picked));
  return {
    unit,
    leases,
    offersDraft,
    /** Undefined until the leases of the unit are loaded. */
    lease: leases && (isOffered ? picked : (leases[0]?.id ?? ("draft" as const))),
  };
}

interface LeaseOptionsProps {
  choice: ReturnType<typeof useLeaseChoice>;
  onPick: (lease: LeaseChoice) => void;
}

/** The leases of the unit, a new draft, or none; each with what follows from it. */
export function LeaseOptions({ choice: { unit, leases, offersDraft, lease }, onPick }: LeaseOptionsProps) {
  const name = useId();
  if (unit.isError && leases === undefined)
    return (
      <ErrorState
        title="The leases of the unit could not be loaded."
        error={unit.error}
        onRetry={() => void unit.refetch()}
      />
    );
  if (leases === undefined) return unit.isFetching && <SkeletonRows count={2} />;
  const option = (value: LeaseChoice, label: string, hint: string) => (
    <Choice
      key={value}
      name={name}
      label={label}
      hint={hint}
      isChosen={lease === value}
      onChoose={() => onPick(value)}
    />
  );
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-medium">Lease</legend>
      {leases.map((one) => option(one.id, nameOf(one), whatFollows(one)))}
      {offersDraft &&
        option(
          "draft",
          "New draft lease",
          "In their name. They have access at once. The unit stays as it is, and nothing is charged until you write the terms and activate it.",
        )}
      {option(
        "none",
        "No lease",
        "They can sign in and see only what they reported themselves. You can add them to a lease later.",
      )}
    </fieldset>
  );
}

/** As on the server: the running lease, then those to begin, then drafts, the newest first. */
function openLeases(leases: readonly Lease[]): Lease[] {
  const today = todayHere();
  const open = leases.filter(
    ({ state, to, isCurrent }) => state !== "ended" && (isCurrent || to === null || to >= today),
  );
  return [
    ...open.filter(({ state }) => isRunning(state)).sort((a, b) => a.from.localeCompare(b.from)),
    ...open.filter(({ state }) => state === "draft").sort((a, b) => b.id - a.id),
  ];
}

const nameOf = ({ state, company }: Lease) =>
  state === "draft" ? `Draft lease of ${company}` : `Lease of ${company}`;

function whatFollows({ state, from, to, isCurrent }: Lease): string {
  const day = formatCalendarDay(from);
  const isToCome = !isCurrent && from > todayHere();
  const days = isToCome
    ? `Begins on ${day}.`
    : `Since ${day}${to === null ? "" : `, until ${formatCalendarDay(to)}`}.`;
  const access = isToCome ? "They have access from that day." : "They have access at once.";
  return `${days} ${access}${state === "draft" ? " Nothing is charged until you activate it." : ""}`;
}
