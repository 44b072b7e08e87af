import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import type { AdministrativeFee, Denominator, PoolRecovery, RecoveryCap } from "./recovery-terms.ts";

interface NamedPool {
  name: string;
  categories: readonly { id: number; name: string }[];
}

/** Describes in sentences how a lease shares a pool. The form shows the sentences while the user fills it in. */
export function describePoolRecovery(recovery: PoolRecovery, pool: NamedPool): string[] {
  const { share, startsOn, base, grossUpBasisPoints, cap, fee, excludedCategoryIds, isAnchor } = recovery;
  if (share.kind === "none") return [`The tenant doesn't pay for ${pool.name}.`];
  const named = (ids: readonly number[]) =>
    listFormat.format(
      ids.map((id) => pool.categories.find((category) => category.id === id)?.name ?? `category ${id}`),
    );
  return [
    describeShare(recovery, pool.name),
    ...(startsOn === null ? [] : [`The tenant shares the cost starting ${formatCalendarDay(startsOn)}.`]),
    ...(excludedCategoryIds.length === 0 ? [] : [`The tenant doesn't share ${named(excludedCategoryIds)}.`]),
    ...(grossUpBasisPoints === null
      ? []
      : [
          `Costs that vary with occupancy are grossed up to ${formatPercent(grossUpBasisPoints, 100)} occupancy.`,
        ]),
    ...(share.kind === "area" ? describeAnchors(share.anchors) : []),
    ...(fee === null
      ? []
      : [describeFee(fee, { on: fee.categoryIds === null ? "" : named(fee.categoryIds), cap })]),
    ...(cap === null ? [] : [describeCap(cap)]),
    ...describeBase(base, pool.name),
    ...(isAnchor
      ? ["The tenant is an anchor. Its payments and area can be deducted from other tenants' shares."]
      : []),
  ];
}

function describeShare({ share }: PoolRecovery, pool: string): string {
  switch (share.kind) {
    case "none":
      return "";
    case "percentage":
      return `The tenant pays ${formatPercent(share.millionths, 10_000)} of ${pool}.`;
    case "rate":
      return `The tenant pays a fixed ${formatRate(share.rateHundredths)} for ${pool}.`;
    case "area": {
      const floor = share.floorSquareFeet;
      return `The tenant pays a share of ${pool}: its area divided by ${describeDenominator(share.denominator)}${floor === null ? "" : `, at least ${formatArea(floor)}`}.`;
    }
  }
}

const describeDenominator = (denominator: Denominator): string => {
  switch (denominator.kind) {
    case "leasable":
      return "the leasable area of the property";
    case "occupied":
      return denominator.floorBasisPoints === 0
        ? "the occupied area of the property"
        : `the occupied area of the property, at least ${formatPercent(denominator.floorBasisPoints, 100)} of its leasable area`;
    case "fixed":
      return formatArea(denominator.squareFeet);
  }
};

function describeAnchors(rule: "deducted" | "left-out" | "shared"): string[] {
  if (rule === "deducted") return [];
  return rule === "left-out"
    ? ["The anchors' area is excluded, but their payments aren't deducted."]
    : ["Anchors count like any other tenant."];
}

function describeFee(
  { basisPoints, isInsideCap }: AdministrativeFee,
  { on, cap }: { on: string; cap: RecoveryCap | null },
): string {
  const place = cap === null ? "" : isInsideCap ? ", inside the cap" : ", outside the cap";
  return `An administrative fee of ${formatPercent(basisPoints, 100)}${on === "" ? "" : ` of ${on}`} is added${place}.`;
}

function describeCap({ kind, basisPoints, baseYear, baseCents }: RecoveryCap): string {
  const rate = formatPercent(basisPoints, 100);
  const base = formatAmount(baseCents);
  switch (kind) {
    case "non-cumulative":
      return `Controllable costs can rise by ${rate} over the amount billed last year. In ${baseYear}, they were ${base}.`;
    case "cumulative-simple":
      return `Controllable costs can rise each year by ${rate} of ${base}, their amount in ${baseYear}.`;
    case "cumulative-compounded":
      return `Controllable costs can rise by ${rate} a year, compounded, from ${base} in ${baseYear}.`;
  }
}

function describeBase(base: PoolRecovery["base"], pool: string): string[] {
  switch (base.kind) {
    case "none":
      return [];
    case "year":
      return [`The tenant pays only what ${pool} costs above its cost in ${base.year}.`];
    case "amount":
      return [`The tenant pays only what ${pool} costs above ${formatAmount(base.cents)} per year.`];
    case "stop":
      return [`The landlord bears the first ${formatRate(base.rateHundredths)}.`];
  }
}

const listFormat = new Intl.ListFormat("en-US");
const rateFormat = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 4,
});
const formatRate = (rateHundredths: number): string =>
  `${rateFormat.format(rateHundredths / 10_000)} per sq ft per year`;
const formatArea = (squareFeet: number): string => `${squareFeet.toLocaleString("en-US")} sq ft`;
/** @param parts how many parts of the whole make one percent */
const formatPercent = (value: number, parts: number): string =>
  `${(value / parts).toLocaleString("en-US", { maximumFractionDigits: 4 })}%`;
