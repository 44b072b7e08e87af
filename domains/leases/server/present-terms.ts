import type { Actor } from "#server/http/actor.ts";
import { addDays, type Day, later } from "#shared/calendar.ts";
import { grantOf } from "#shared/permissions.ts";
import { windowsOf } from "../schedule.ts";
import { isRunning } from "../states.ts";
import type { TermsOfLease } from "../terms-facts.ts";
import type { LeaseWithTerms } from "./terms-queries.ts";

/** The terms of a lease as the user sees them, with what they may do with them now. */
export function presentTerms(lease: LeaseWithTerms, { accessScope }: Actor): TermsOfLease {
  const mayEdit = grantOf(accessScope.effectiveRole, "terms.edit") !== "no";
  const windows = windowsOf(lease.versions, daysOf(lease));
  const firstDay = mayEdit ? amendableFrom(lease) : null;
  return {
    leaseId: lease.id,
    current: currentOf(lease, windows),
    versions: lease.versions.map((version) => {
      const window = windows.find(({ number }) => number === version.number);
      return { ...version, held: window === undefined ? null : { from: window.from, to: window.to } };
    }),
    chargedThrough: lease.charged_through,
    depositHeldCents: lease.deposit_cents,
    version: lease.version,
    may: {
      edit: mayEdit && (lease.state === "draft" || (isRunning(lease.state) && lease.versions.length === 0)),
      amend: firstDay !== null,
    },
    amendableFrom: firstDay,
  };
}

export const daysOf = ({ from_on, to_on }: Pick<LeaseWithTerms, "from_on" | "to_on">) => ({
  from: from_on,
  to: to_on,
});

/** The first day on which an amendment may begin, as charged days cannot be changed; null when none may. */
export function amendableFrom(lease: LeaseWithTerms): Day | null {
  const [first] = lease.versions;
  if (!isRunning(lease.state) || first === undefined) return null;
  const { charged_through: charged, to_on } = lease;
  const day = charged === null ? first.from : later(first.from, addDays(charged, 1));
  return to_on !== null && day > to_on ? null : day;
}

/** The terms that apply today, else those that apply next, else the last that did. */
function currentOf(
  { today, versions }: LeaseWithTerms,
  windows: ReturnType<typeof windowsOf>,
): number | null {
  const inOrder = [...windows].sort((a, b) => a.from.localeCompare(b.from));
  const present = inOrder.find(({ to }) => to === null || to >= today);
  return (present ?? inOrder.at(-1) ?? versions.at(-1))?.number ?? null;
}
