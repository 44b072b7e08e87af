import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/api-client.ts";
import { NotSavedError } from "#web/offline-queue/store.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { WorkOrder } from "../../contract.ts";
import { sendOrSave, useSavesIfOffline, useSavesOffline } from "../offline-queue/save-change.ts";
import { saveReport } from "../offline-queue/save-photos.ts";
import { refetchWorkOrders } from "../refetch.ts";
import { type ProblemReport, sendReport } from "./send-report.ts";

/** WO-71 to WO-73. `onReported` gets null if the report is only saved on the phone. */
export function useReportProblem(onReported: (order: WorkOrder | null) => void) {
  const queryClient = useQueryClient();
  const savesOffline = useSavesOffline();
  const savesIfOffline = useSavesIfOffline();
  return useMutation({
    mutationFn: (report: ProblemReport) => {
      const save = () => saveReport(report);
      if (savesOffline) return save();
      return savesIfOffline ? sendOrSave(() => sendReport(report), save) : sendReport(report);
    },
    onSuccess: (order) => {
      onReported(order);
      if (order === null) return;
      toast({
        title: "Work Order Created",
        description: "Your work order has been submitted successfully.",
      });
      void refetchWorkOrders(queryClient);
    },
    onError: (error, { signal }) =>
      signal?.aborted === true ||
      toast({ title: "Error", description: formatReportError(error), variant: "destructive" }),
  });
}

/** WO-73, ERR-03: the server's message, or a default if there is no body or no response. */
const formatReportError = (error: unknown): string => {
  if (error instanceof ApiError && error.hasBody) return error.userMessage;
  if (error instanceof NotSavedError) return error.message;
  return "Failed to create work order. Please try again.";
};
