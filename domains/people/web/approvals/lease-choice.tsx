import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { LeaseChoice } from "#domains/leases/lease-fields.ts";
import { isRunning } from "#domains/leases/states.ts";
import { readUnit, type UnitDetails } from "#domains/properties/contract.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { localToday } from "#web/local-today.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { RadioOption } from "#web/ui/forms/radio-option.tsx";

type Lease = UnitDetails["leases"][number];

interface LeaseChoiceInput {
  unitId: number | undefined;
  /** The lease the user picked, which might belong to another unit. */
  pickedLease: LeaseChoice | undefined;
  /** Whether a draft can be created in addition to the unit's other lease. */
  offersAnotherDraft: boolean;
  /** When the person registered. A lease created since might be for another company. */
  registeredAt?: string;
}

/**
 * The lease that a tenant of this unit joins when approved or invited: the picked one, or a suggestion. A lease
 * created after the person registered isn't suggested.
 */
export function useLeaseChoice({ unitId, pickedLease, offersAnotherDraft, registeredAt }: LeaseChoiceInput) {
  const unit = useQuery({
    ...endpointQuery(readUnit, { params: { id: unitId ?? 0 } }),
    enabled: unitId !== undefined,
    // The leases might have changed on another page since.
    staleTime: 0,
  });
  const leases = unit.data && sortOpenLeases(unit.data.leases);
  const offersDraft = offersAnotherDraft || leases?.length === 0;
  const isOffered =
    pickedLease === "none" ||
    (pickedLease === "draft" ? offersDraft : leases?.some(({ id }) => id === pickedLease));
  const isNewer = ({ createdAt }: Lease) => registeredAt !== undefined && createdAt > registeredAt;
  const [first] = leases ?? [];
  const suggestion = first === undefined ? ("draft" as const) : isNewer(first) ? undefined : first.id;
  return {
    unit,
    leases,
    offersDraft,
    isNewer,
    /** Undefined until the unit's leases are loaded, and if one must be picked. */
    lease: leases && (isOffered ? pickedLease : suggestion),
  };
}

interface LeaseOptionsProps {
  choice: ReturnType<typeof useLeaseChoice>;
  onPick: (lease: LeaseChoice) => void;
}

/** The unit's leases, a new draft, or no lease, each with its consequences. */
export function LeaseOptions({ choice, onPick }: LeaseOptionsProps) {
  const { unit, leases, offersDraft, isNewer, lease } = choice;
  const name = useId();
  if (unit.isError && leases === undefined)
    return (
      <ErrorState
        title="Couldn't load this unit's leases."
        error={unit.error}
        onRetry={() => void unit.refetch()}
      />
    );
  if (leases === undefined) return unit.isFetching && <SkeletonRows count={2} />;
  const renderOption = (value: LeaseChoice, label: string, hint: string) => (
    <RadioOption
      key={value}
      name={name}
      label={label}
      hint={hint}
      isSelected={lease === value}
      onSelect={() => onPick(value)}
    />
  );
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-medium">Lease</legend>
      {leases.map((option) =>
        renderOption(
          option.id,
          formatLeaseLabel(option),
          isNewer(option) ? `Created after they registered. ${describeLease(option)}` : describeLease(option),
        ),
      )}
      {offersDraft &&
        renderOption(
          "draft",
          "New draft lease",
          "A draft lease in their name. They get access right away. The unit's status doesn't change and nothing is charged until you add terms and activate it.",
        )}
      {renderOption(
        "none",
        "No lease",
        "They can sign in and see only work orders they submitted. You can add them to a lease later.",
      )}
    </fieldset>
  );
}

/** Sorts like the server: the current lease, then upcoming ones, then drafts, newest first. */
function sortOpenLeases(leases: readonly Lease[]): Lease[] {
  const today = localToday();
  const openLeases = leases.filter(
    ({ state, to, isCurrent }) => state !== "ended" && (isCurrent || to === null || to >= today),
  );
  return [
    ...openLeases.filter(({ state }) => isRunning(state)).sort((a, b) => a.from.localeCompare(b.from)),
    ...openLeases.filter(({ state }) => state === "draft").sort((a, b) => b.id - a.id),
  ];
}

const formatLeaseLabel = ({ state, company }: Lease) =>
  state === "draft" ? `Draft lease for ${company}` : `Lease for ${company}`;

function describeLease({ state, from, to, isCurrent }: Lease): string {
  const start = formatCalendarDay(from);
  const isUpcoming = !isCurrent && from > localToday();
  const term = isUpcoming
    ? `Starts ${start}. They get access on that date.`
    : to === null
      ? `Since ${start}. They get access right away.`
      : `Since ${start}, until ${formatCalendarDay(to)}. They get access right away.`;
  return state === "draft" ? `${term} Nothing is charged until you activate it.` : term;
}
