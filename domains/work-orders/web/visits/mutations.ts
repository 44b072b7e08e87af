import { call } from "#web/api-client.ts";
import { cancelVisit, confirmVisit, proposeVisit } from "../../appointment-contract.ts";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";
import { type TypedVisit, toProposal } from "./typed-visit.ts";

/** The form shows errors. */
export const useProposeVisit = (
  { id, timeZone }: Pick<WorkOrderRow, "id" | "timeZone">,
  onProposed: () => void,
) =>
  useWorkOrderMutation(id, {
    change: (visit: TypedVisit) => call(proposeVisit, { params: { id }, body: toProposal(visit, timeZone) }),
    describe: ({ appointment }) =>
      appointment?.state === "confirmed"
        ? { title: "Visit Scheduled", description: "It's now on the work order." }
        : { title: "Visit Proposed", description: "You'll be notified when they respond." },
    onDone: onProposed,
    onFailed: () => undefined,
  });

/** Confirms the visit that the screen shows. */
export const useConfirmVisit = ({ id, appointment }: Pick<WorkOrder, "id" | "appointment">) =>
  useWorkOrderMutation(id, {
    change: () =>
      call(confirmVisit, {
        params: { id },
        body: { from: appointment?.from ?? "", to: appointment?.to ?? "" },
      }),
    describe: () => ({ title: "Visit Confirmed", description: "Everyone involved has been notified." }),
  });

export const useCancelVisit = (id: number) =>
  useWorkOrderMutation(id, {
    change: () => call(cancelVisit, { params: { id } }),
    describe: () => ({ title: "Visit Cancelled", description: "Everyone involved has been notified." }),
  });
