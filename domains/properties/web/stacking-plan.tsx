import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { endpointQuery } from "#web/query-client.ts";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { type StackingPlan as Plan, readStackingPlan, type StackedUnit } from "../contract.ts";
import { isEntrance, stackFloors } from "../floors.ts";
import { type Occupancy, occupancyLabels } from "../occupancy.ts";
import { addUnitPath, unitPath, unitsPath } from "../paths.ts";
import { describeUnitStatus } from "../unit-statuses.ts";

const blockClasses = {
  occupied: "bg-chart-2",
  overdue: "bg-red-soft text-red-text inset-ring-[1.5px] inset-ring-red-dot",
  ending: "bg-lamp-soft text-lamp-text inset-ring-[1.5px] inset-ring-lamp-line",
  vacant: "border-[1.5px] border-line-control border-dashed text-ink-soft",
  other:
    "bg-[repeating-linear-gradient(45deg,var(--gray-soft)_0_4px,transparent_4px_8px)] text-ink-soft inset-ring inset-ring-line-2",
} as const satisfies Record<StackedUnit["state"], string>;

interface StackingPlanProps {
  propertyId: number;
  /** `tall` if it's the main content of the page. */
  size?: "low" | "tall";
}

/**
 * A property's stacking plan: one line per floor, with blocks as wide as the units' areas. Each block opens
 * its unit. Properties with very many units show only the key.
 */
export function StackingPlan({ propertyId, size = "low" }: StackingPlanProps) {
  const plan = useQuery({
    ...endpointQuery(readStackingPlan, { params: { id: propertyId } }),
    refetchOnMount: "always",
  });
  const heightClasses = classes("max-sm:h-11 pointer-coarse:h-11", size === "low" ? "h-8" : "h-10");
  if (plan.isPending)
    return (
      <Loading label="Loading units" className="space-y-0.75">
        {[0, 1, 2].map((floor) => (
          <Skeleton key={floor} className={heightClasses} />
        ))}
      </Loading>
    );
  if (plan.isError)
    return (
      <p className="text-ink-soft text-sm">
        Couldn't load the units.{" "}
        <button type="button" className="thumb text-accent-text" onClick={() => void plan.refetch()}>
          Try again
        </button>
      </p>
    );
  if (plan.data.units?.length === 0)
    return (
      <p className="text-ink-soft text-sm">
        No units yet.{" "}
        <Link href={addUnitPath(propertyId)} className="thumb text-accent-text hover:underline">
          Add Unit
        </Link>
      </p>
    );
  return (
    <div className="tabular-nums">
      {plan.data.units !== null && <Floors units={plan.data.units} heightClasses={heightClasses} />}
      <Legend propertyId={propertyId} plan={plan.data} />
    </div>
  );
}

function Floors({ units, heightClasses }: { units: readonly StackedUnit[]; heightClasses: string }) {
  const floors = stackFloors(units);
  const isNamed = floors.some(({ name }) => name !== "");
  return (
    <>
      <UnitTable units={units} />
      <ul aria-label="Units by floor" className="overflow-x-auto font-medium text-xs">
        {floors.map((floor) => (
          <li
            key={floor.name}
            aria-label={floor.name === "" ? undefined : `Floor ${floor.name}`}
            className="mt-0.75 flex first:mt-0"
          >
            {isNamed && (
              <span
                aria-hidden="true"
                className={classes(
                  "w-5 shrink-0 truncate pr-1 font-normal text-ink-faint leading-8",
                  floor.name.length > 2 && "w-12",
                )}
              >
                {floor.name}
              </span>
            )}
            <div className="flex min-w-0 flex-1 gap-0.75">
              {floor.units.map(({ unit, share }) => (
                <Link
                  key={unit.id}
                  href={unitPath(unit.id)}
                  title={describeUnit(unit)}
                  aria-label={`Unit ${unit.unitNumber}, ${describeState(unit)}`}
                  style={{ flexGrow: share * 1000 }}
                  className={classes(
                    "flex min-w-8 basis-0 max-sm:min-w-11 pointer-coarse:min-w-11 items-center justify-center overflow-hidden rounded-[5px] -outline-offset-2 hover:brightness-95 dark:hover:brightness-125 forced-colors:border",
                    heightClasses,
                    blockClasses[unit.state],
                  )}
                >
                  {unit.unitNumber}
                </Link>
              ))}
              {floor.remainingShare > 0.001 && (
                <span
                  aria-hidden="true"
                  style={{ flexGrow: floor.remainingShare * 1000 }}
                  className={classes(
                    "flex min-w-0 basis-0 items-center justify-center overflow-hidden rounded-[5px] font-normal text-ink-faint",
                    heightClasses,
                    isLobby(floor, floors) && "inset-ring inset-ring-line",
                  )}
                >
                  {isLobby(floor, floors) && "Lobby"}
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whether the remaining width of the floor is drawn as the lobby. */
const isLobby = (
  { name, remainingShare }: { name: string; remainingShare: number },
  floors: readonly unknown[],
) => floors.length > 1 && remainingShare > 0.15 && isEntrance(name);

const describeState = ({ state, lease, ...unit }: StackedUnit): string =>
  [
    lease?.company ?? describeUnitStatus(unit),
    ...(state === "overdue" ? ["overdue"] : state === "ending" ? ["ends soon"] : []),
  ].join(", ");

const formatArea = (areaSqft: number | null) =>
  areaSqft === null ? null : `${areaSqft.toLocaleString("en-US")} sq ft`;

function formatRent({ lease }: StackedUnit): string | null {
  if (lease === null || lease.monthlyRentCents === 0) return null;
  const rent = `${formatCents(toCents(lease.monthlyRentCents))} a month`;
  return lease.units === 1 ? rent : `${rent} for ${lease.units} units`;
}

const formatEnd = ({ lease }: StackedUnit) =>
  lease === null || lease.to === null ? null : `ends ${formatCalendarDay(lease.to)}`;

/** The tooltip: tenant, area, rent, and end date, where known. */
const describeUnit = (unit: StackedUnit): string =>
  [describeState(unit), formatArea(unit.areaSqft), formatRent(unit), formatEnd(unit)]
    .filter((part) => part !== null)
    .join(" · ");

/** The same details as a table for screen readers. */
const UnitTable = ({ units }: { units: readonly StackedUnit[] }) => (
  <div className="sr-only">
    <table>
      <caption>Units</caption>
      <thead>
        <tr>
          {["Unit", "Tenant or status", "Area", "Rent", "End date"].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {units.map((unit) => (
          <tr key={unit.id}>
            <th scope="row">{unit.unitNumber}</th>
            <td>{describeState(unit)}</td>
            <td>{formatArea(unit.areaSqft)}</td>
            <td>{formatRent(unit)}</td>
            <td>{formatEnd(unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const legendSwatchClasses = "mr-1.5 inline-block size-2.5 rounded-[3px] align-[-1px]";

/** The key, with the number of units in each state. Occupancies link to the lists they count. */
function Legend({ propertyId, plan: { units, ...counts } }: { propertyId: number; plan: Plan }) {
  const countUnits = (state: StackedUnit["state"]) =>
    units?.filter((unit) => unit.state === state).length ?? 0;
  const buildListHref = (occupancy: Occupancy) =>
    `${unitsPath}?occupancy=${occupancy}&propertyId=${propertyId}`;
  const items = [
    {
      state: "occupied",
      label: occupancyLabels.occupied,
      number: counts.occupied,
      href: buildListHref("occupied"),
    },
    { state: "overdue", label: "Overdue", number: countUnits("overdue"), href: undefined },
    { state: "ending", label: "Ends soon", number: countUnits("ending"), href: undefined },
    { state: "vacant", label: occupancyLabels.vacant, number: counts.vacant, href: buildListHref("vacant") },
    { state: "other", label: occupancyLabels.other, number: counts.other, href: buildListHref("other") },
  ] as const;
  return (
    <ul aria-label="Occupancy" className="mt-2.5 flex flex-wrap gap-x-3 gap-y-1 text-ink-soft text-xs">
      {items
        .filter(({ number, href }) => number > 0 || (href !== undefined && units === null))
        .map(({ state, label, number, href }) => {
          const content = (
            <>
              <i aria-hidden="true" className={classes(legendSwatchClasses, blockClasses[state])} />
              {`${label} ${number.toLocaleString("en-US")}`}
            </>
          );
          return (
            <li key={state} className="leading-6">
              {href === undefined ? (
                content
              ) : (
                <Link href={href} className="thumb inline-block rounded-sm hover:underline">
                  {content}
                </Link>
              )}
            </li>
          );
        })}
    </ul>
  );
}
