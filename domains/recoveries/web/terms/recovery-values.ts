import { formatScaledNumber, parseScaledNumber } from "#domains/leases/web/terms/typed-numbers.ts";
import type { PoolRecovery, RecoveryTerms } from "../../recovery-terms.ts";

/*
 * The form values of recovery terms: numbers as typed, and amounts in cents. A missing date or number is empty.
 */

/** Percentages have two decimal places, shares and rates have four. */
const percentPlaces = 2;
const sharePlaces = 4;
const ratePlaces = 4;

export interface PoolValues {
  poolId: number;
  /** `undecided` has no rule. */
  share: "undecided" | PoolRecovery["share"]["kind"];
  denominator: "leasable" | "occupied" | "fixed";
  floorPercent: string;
  fixedArea: string;
  floorArea: string;
  anchors: "deducted" | "left-out" | "shared";
  percent: string;
  rate: string;
  startsOn: string;
  base: PoolRecovery["base"]["kind"];
  baseYear: string;
  baseCents: number | null;
  stopRate: string;
  grossUp: string;
  cap: "none" | NonNullable<PoolRecovery["cap"]>["kind"];
  capPercent: string;
  capBaseYear: string;
  capBaseCents: number | null;
  feePercent: string;
  isFeeInsideCap: boolean;
  /** Empty for all categories. */
  feeCategoryIds: number[];
  excludedCategoryIds: number[];
  isAnchor: boolean;
  clause: string;
}

export interface RecoveryValues {
  from: string;
  reason: string;
  pools: PoolValues[];
  statementDueDays: string;
  auditWindowDays: string;
}

const noRule = (poolId: number): PoolValues => ({
  poolId,
  share: "undecided",
  denominator: "leasable",
  floorPercent: "",
  fixedArea: "",
  floorArea: "",
  anchors: "deducted",
  percent: "",
  rate: "",
  startsOn: "",
  base: "none",
  baseYear: "",
  baseCents: null,
  stopRate: "",
  grossUp: "",
  cap: "none",
  capPercent: "",
  capBaseYear: "",
  capBaseCents: null,
  feePercent: "",
  isFeeInsideCap: false,
  feeCategoryIds: [],
  excludedCategoryIds: [],
  isAnchor: false,
  clause: "",
});

/** Returns the form's values: a rule for each pool. */
export const toRecoveryValues = (
  terms: RecoveryTerms | undefined,
  from: string,
  pools: readonly { id: number }[],
): RecoveryValues => ({
  from,
  reason: "",
  pools: pools.map(({ id }) => {
    const recovery = terms?.pools.find(({ poolId }) => poolId === id);
    return recovery === undefined ? noRule(id) : toPoolValues(recovery);
  }),
  statementDueDays: terms?.statementDueDays?.toString() ?? "",
  auditWindowDays: terms?.auditWindowDays?.toString() ?? "",
});

function toPoolValues(recovery: PoolRecovery): PoolValues {
  const { share, base, cap, fee, startsOn, grossUpBasisPoints, ...rest } = recovery;
  return {
    ...noRule(recovery.poolId),
    ...rest,
    share: share.kind,
    ...(share.kind === "area"
      ? {
          denominator: share.denominator.kind,
          floorPercent:
            share.denominator.kind === "occupied" ? formatPercent(share.denominator.floorBasisPoints) : "",
          fixedArea: share.denominator.kind === "fixed" ? String(share.denominator.squareFeet) : "",
          floorArea: share.floorSquareFeet?.toString() ?? "",
          anchors: share.anchors,
        }
      : {}),
    percent: share.kind === "percentage" ? formatScaledNumber(share.millionths, sharePlaces) : "",
    rate: share.kind === "rate" ? formatScaledNumber(share.rateHundredths, ratePlaces, 2) : "",
    startsOn: startsOn ?? "",
    base: base.kind,
    baseYear: base.kind === "year" ? String(base.year) : "",
    baseCents: base.kind === "amount" ? base.cents : null,
    stopRate: base.kind === "stop" ? formatScaledNumber(base.rateHundredths, ratePlaces, 2) : "",
    grossUp: grossUpBasisPoints === null ? "" : formatPercent(grossUpBasisPoints),
    ...(cap === null
      ? {}
      : {
          cap: cap.kind,
          capPercent: formatPercent(cap.basisPoints),
          capBaseYear: String(cap.baseYear),
          capBaseCents: cap.baseCents,
        }),
    ...(fee === null
      ? {}
      : {
          feePercent: formatPercent(fee.basisPoints),
          isFeeInsideCap: fee.isInsideCap,
          feeCategoryIds: fee.categoryIds ?? [],
        }),
  };
}

/** Converts the values for the endpoint. An invalid number becomes null, which the contract rejects. */
export const toRecoveryInput = ({
  from,
  reason,
  pools,
  statementDueDays,
  auditWindowDays,
}: RecoveryValues) => ({
  from,
  reason,
  terms: {
    pools: pools.filter(({ share }) => share !== "undecided").map(toPoolInput),
    statementDueDays: statementDueDays.trim() === "" ? null : parseWhole(statementDueDays),
    auditWindowDays: auditWindowDays.trim() === "" ? null : parseWhole(auditWindowDays),
  },
});

/** Converts the values of one pool. A rule for a tenant who pays nothing has no other settings. */
export function toPoolInput(values: PoolValues) {
  const { poolId, share, startsOn, excludedCategoryIds, isAnchor, clause } = values;
  if (share === "none")
    return {
      poolId,
      share: { kind: share },
      startsOn: null,
      base: { kind: "none" },
      grossUpBasisPoints: null,
      cap: null,
      fee: null,
      excludedCategoryIds: [],
      isAnchor,
      clause,
    };
  const hasCost = share !== "rate";
  return {
    poolId,
    share: toShareInput(values),
    startsOn: startsOn === "" ? null : startsOn,
    base: hasCost ? toBaseInput(values) : { kind: "none" },
    grossUpBasisPoints: !hasCost || values.grossUp.trim() === "" ? null : parsePercent(values.grossUp),
    cap:
      !hasCost || values.cap === "none"
        ? null
        : {
            kind: values.cap,
            basisPoints: parsePercent(values.capPercent),
            baseYear: parseWhole(values.capBaseYear),
            baseCents: values.capBaseCents,
          },
    fee:
      !hasCost || values.feePercent.trim() === ""
        ? null
        : {
            basisPoints: parsePercent(values.feePercent),
            isInsideCap: values.cap !== "none" && values.isFeeInsideCap,
            categoryIds: values.feeCategoryIds.length === 0 ? null : values.feeCategoryIds,
          },
    excludedCategoryIds: hasCost ? excludedCategoryIds : [],
    isAnchor,
    clause,
  };
}

function toShareInput({
  share,
  denominator,
  floorPercent,
  fixedArea,
  floorArea,
  anchors,
  percent,
  rate,
}: PoolValues) {
  if (share === "percentage")
    return { kind: share, millionths: parseScaledNumber(percent, sharePlaces) ?? null };
  if (share === "rate") return { kind: share, rateHundredths: parseScaledNumber(rate, ratePlaces) ?? null };
  return {
    kind: share,
    denominator: {
      kind: denominator,
      ...(denominator === "occupied"
        ? { floorBasisPoints: floorPercent.trim() === "" ? 0 : parsePercent(floorPercent) }
        : {}),
      ...(denominator === "fixed" ? { squareFeet: parseWhole(fixedArea) } : {}),
    },
    anchors,
    floorSquareFeet: floorArea.trim() === "" ? null : parseWhole(floorArea),
  };
}

function toBaseInput({ base, baseYear, baseCents, stopRate }: PoolValues) {
  if (base === "year") return { kind: base, year: parseWhole(baseYear) };
  if (base === "amount") return { kind: base, cents: baseCents };
  if (base === "stop") return { kind: base, rateHundredths: parseScaledNumber(stopRate, ratePlaces) ?? null };
  return { kind: base };
}

const formatPercent = (basisPoints: number): string => formatScaledNumber(basisPoints, percentPlaces);
const parsePercent = (text: string): number | null => parseScaledNumber(text, percentPlaces) ?? null;
const parseWhole = (text: string): number | null => parseScaledNumber(text.replaceAll(",", ""), 0) ?? null;
