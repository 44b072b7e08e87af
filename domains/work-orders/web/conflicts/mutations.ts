import { call } from "#web/api-client.ts";
import { resolveConflict } from "../../work-contract.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

/** Applies the other update, or keeps the work order as it is. */
export const useResolveConflict = (id: number, conflictId: number, onResolved: (() => void) | undefined) =>
  useWorkOrderMutation(id, {
    change: (use: boolean) => call(resolveConflict, { params: { id, conflictId }, body: { use } }),
    describe: (_, use) => ({
      title: use ? "Update Applied" : "No Change Made",
      description: "The other update stays in the activity log.",
    }),
    ...(onResolved !== undefined && { onDone: onResolved }),
  });
