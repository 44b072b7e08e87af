import { call, toUserMessage } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { sign, type WorkOrder, workOrder } from "../../contract.ts";
import { saveChange, useSavesOffline } from "../offline-queue/save-change.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

interface SignatureRequest {
  signature: string;
  signedByName: string;
  contentHash: string;
}

/**
 * SIG-10 to SIG-14: signs the version on the screen. A technician's phone sends the hash of the content it
 * showed, because it might send the signature later.
 */
export function useSignWorkOrder({ id, version }: WorkOrder) {
  const savesOffline = useSavesOffline();
  return useWorkOrderMutation(id, {
    change: async ({ contentHash, ...body }: SignatureRequest) =>
      savesOffline
        ? saveChange({ kind: "signature", orderId: id, payload: { ...body, contentHash } })
        : call(sign, { params: { id }, body, version }),
    describe: () => ({ title: "Signature Saved", description: "Work order has been signed successfully." }),
    onFailed: (error) => {
      const isOutdated = getCurrentRecord(workOrder, error) !== undefined;
      const description = toUserMessage(error);
      toast({
        title: "Error",
        description: isOutdated ? `${description} Review the work order again before signing.` : description,
        variant: "destructive",
      });
    },
  });
}
