import { call } from "#web/api-client.ts";
import { useUser } from "#web/session/session.tsx";
import type { WorkConflict } from "../../work.ts";
import { resolveConflict } from "../../work-contract.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";
import { getApplyLabels, getKeepLabels } from "./labels.ts";

/** Applies the late update, or keeps the work order as it is. */
export function useResolveConflict(id: number, conflict: WorkConflict, onResolved: (() => void) | undefined) {
  const { id: viewerId } = useUser();
  const author = conflict.by.id === viewerId ? "Your" : `${conflict.by.fullName}'s`;
  return useWorkOrderMutation(id, {
    change: (use: boolean) =>
      call(resolveConflict, { params: { id, conflictId: conflict.id }, body: { use } }),
    describe: (_, use) =>
      use
        ? {
            title: getApplyLabels(conflict, viewerId).toast,
            description: "The other update stays in the activity log.",
          }
        : {
            title: getKeepLabels(conflict.current).toast,
            description: `${author} update wasn't applied. It stays in the activity log.`,
          },
    ...(onResolved !== undefined && { onDone: onResolved }),
  });
}
