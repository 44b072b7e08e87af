import { type Change, workOrderKey } from "./change.ts";
import type { ChangeType } from "./change-types.ts";

interface ReadinessRules {
  kinds: Readonly<Record<string, ChangeType>>;
  /** Whether the change is skipped for now because it made the server fail. */
  isSkipped?: (id: string) => boolean;
}

/**
 * Returns the changes that can't be sent yet because of an earlier change to the same work order, each with
 * the id of the earlier change. Comments and photos wait only for the creation of their work order. Changes
 * that depend on the work order's state also wait for earlier changes of that sort.
 */
export function findBlockedChanges(
  changes: readonly Change[],
  { kinds, isSkipped = () => false }: ReadinessRules,
): ReadonlyMap<string, string> {
  const blockedIds = new Map<string, string>();
  const blockers = new Map<string, { report?: string; stateChange?: string }>();
  for (const { id, kind, orderRef, state } of changes) {
    const key = workOrderKey(orderRef);
    const earlierBlockers = blockers.get(key);
    const { dependsOnState = true, createsWorkOrder = false } = kinds[kind] ?? {};
    const blockedBy = earlierBlockers?.report ?? (dependsOnState ? earlierBlockers?.stateChange : undefined);
    if (blockedBy !== undefined) blockedIds.set(id, blockedBy);
    if (blockedBy === undefined && state === "waiting" && !isSkipped(id)) continue;
    if (createsWorkOrder) blockers.set(key, { report: id });
    else if (dependsOnState)
      blockers.set(key, { ...earlierBlockers, stateChange: earlierBlockers?.stateChange ?? id });
  }
  return blockedIds;
}

/** Returns the changes that can be sent now, in order. */
export function findReadyChanges(changes: readonly Change[], rules: ReadinessRules): Change[] {
  const blocked = findBlockedChanges(changes, rules);
  return changes.filter(
    ({ id, state }) => state === "waiting" && !blocked.has(id) && rules.isSkipped?.(id) !== true,
  );
}

/**
 * Returns a change with the changes that can't be sent without it. For a new work order, these are all
 * changes to it.
 */
export function withDependents(changes: readonly Change[], id: string): Change[] {
  return changes.filter(
    (change) => change.id === id || ("localId" in change.orderRef && change.orderRef.localId === id),
  );
}
