import { type Change, keyOf } from "./change.ts";
import type { KindOfChange } from "./kinds.ts";

interface Rules {
  kinds: Readonly<Record<string, KindOfChange>>;
  /** Set aside for now, as the server stumbled over it. */
  isAside?: (id: string) => boolean;
}

/**
 * The changes that cannot be sent now because of an earlier one of the same order, with the id of that one. Comments and
 * photos wait only for the report of their order; what builds on the state of the order waits for every such change.
 */
export function heldChanges(
  changes: readonly Change[],
  { kinds, isAside = () => false }: Rules,
): ReadonlyMap<string, string> {
  const held = new Map<string, string>();
  const stopped = new Map<string, { report?: string; building?: string }>();
  for (const { id, kind, orderRef, state } of changes) {
    const key = keyOf(orderRef);
    const before = stopped.get(key);
    const { buildsOn = true, makesOrder = false } = kinds[kind] ?? {};
    const heldBy = before?.report ?? (buildsOn ? before?.building : undefined);
    if (heldBy !== undefined) held.set(id, heldBy);
    if (heldBy === undefined && state === "waiting" && !isAside(id)) continue;
    if (makesOrder) stopped.set(key, { report: id });
    else if (buildsOn) stopped.set(key, { ...before, building: before?.building ?? id });
  }
  return held;
}

/** Those that can be sent, in turn. */
export function readyChanges(changes: readonly Change[], rules: Rules): Change[] {
  const held = heldChanges(changes, rules);
  return changes.filter(
    ({ id, state }) => state === "waiting" && !held.has(id) && rules.isAside?.(id) !== true,
  );
}

/** A change and those that cannot be sent without it: of a report everything that was done to its order. */
export function withDependents(changes: readonly Change[], id: string): Change[] {
  return changes.filter(
    (change) => change.id === id || ("localId" in change.orderRef && change.orderRef.localId === id),
  );
}
