import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatPlanned } from "#shared/format/dates.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import type { WallTime } from "#shared/wall-time.ts";
import { ApiError, call, toUserMessage } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { idempotencyKeyPerContent } from "#web/idempotency-key.ts";
import { NotSavedError } from "#web/offline-queue/store.ts";
import { toast } from "#web/ui/toast.tsx";
import {
  type ActivityEntry,
  addPhotos,
  assignWorkOrder,
  changeStatus,
  comment,
  deleteWorkOrder,
  editWorkOrder,
  removePhoto,
  type ShownContent,
  setDueDate,
  sign,
  type WorkOrder,
  type WorkOrderRow,
  workOrder,
} from "../../contract.ts";
import { addFiles, removeFile } from "../../files-contract.ts";
import type { Status } from "../../status.ts";
import { doWork } from "../../work-contract.ts";
import { toDueAt } from "../due-date/due-at.ts";
import { type FilesToAdd, sendFiles } from "../files/send-files.ts";
import { getVersionAfterMyChanges, trackVersion } from "../my-versions.ts";
import { saveChange, useSavesOffline } from "../offline-queue/save-change.ts";
import { savePhotos, saveReport } from "../offline-queue/save-photos.ts";
import { historyQuery } from "../queries.ts";
import { type Report, sendReport } from "../report/send-report.ts";
import { cacheWorkOrder, moveKey, refreshAfterChange, removeCachedWorkOrder } from "../work-order-cache.ts";

const toastError = (description: string) => toast({ title: "Error", description, variant: "destructive" });

interface Move {
  /** The work order as it was when the drag started. */
  row: WorkOrderRow | WorkOrder;
  to: Status;
}

/**
 * WO-26 to WO-30: the card moves right away and moves back if the server rejects the change. Moves are sent
 * one after another.
 */
export function useChangeStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: moveKey,
    scope: { id: "move-work-order" },
    mutationFn: async ({ row, to }: Move) => {
      const version = getVersionAfterMyChanges(row);
      const moved = await call(changeStatus, { params: { id: row.id }, body: { status: to }, version });
      trackVersion({ id: row.id, version }, moved.version);
      return moved;
    },
    onMutate: async ({ row, to }) => {
      await queryClient.cancelQueries({
        predicate: ({ state }) => state.fetchStatus === "fetching" && isLoadedColumn(state.data),
      });
      cacheWorkOrder(queryClient, { ...row, status: to });
    },
    onSuccess: (moved) => {
      cacheWorkOrder(queryClient, moved);
      toast({ title: "Status Updated", description: "Work order status has been updated successfully." });
    },
    onError: (error, { row }) => {
      const current = getCurrentRecord(workOrder, error);
      cacheWorkOrder(queryClient, current ?? row);
      if (error instanceof ApiError && error.status === 404) removeCachedWorkOrder(queryClient, row.id);
      toastError(current === undefined ? "Failed to update work order status." : toUserMessage(error));
    },
    onSettled: (_, __, { row }) => void refreshAfterChange(queryClient, row.id),
  });
}

type Work = Omit<SentBodyOf<typeof doWork>, "expected">;

/**
 * Starts, pauses, or completes work. Sends what the screen showed, so the server can detect conflicting
 * changes.
 */
export function useRecordWork(order: WorkOrderRow | WorkOrder) {
  const queryClient = useQueryClient();
  const keeps = useSavesOffline();
  const { id, status, assignee } = order;
  return useMutation({
    mutationFn: async (work: Work): Promise<WorkOrder | null> => {
      const seen = { status, assigneeId: assignee?.id ?? null };
      const { did, ...payload } = work;
      return keeps
        ? saveChange({ kind: did, orderId: id, payload, seen })
        : call(doWork, { params: { id }, body: { ...work, expected: seen } });
    },
    onSuccess: (worked, { did }) => {
      if (worked === null) return;
      cacheWorkOrder(queryClient, worked);
      if (worked.conflicts.some(({ requested, canResolve }) => canResolve && requested.did === did))
        toast({
          title: "Conflicting Updates",
          description: "Both updates were saved. Open the work order to choose one.",
        });
      else if (did === "pause")
        toast({ title: "Work Paused", description: "Your timer is paused until you resume." });
      else
        toast({ title: "Status Updated", description: "Work order status has been updated successfully." });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 404) removeCachedWorkOrder(queryClient, id);
      toastError(toUserMessage(error));
    },
    onSettled: (worked) => worked !== null && void refreshAfterChange(queryClient, id),
  });
}

const isLoadedColumn = (data: unknown) => typeof data === "object" && data !== null && "pageParams" in data;

/**
 * Reopens a work order. The card doesn't move before the response, because after a rejection the user can
 * send the same reason again.
 */
export function useReopenWorkOrder({ id, version }: WorkOrder, onReopened: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      call(changeStatus, { params: { id }, body: { status: "open", reason }, version }),
    onSuccess: (order) => {
      cacheWorkOrder(queryClient, order);
      toast({ title: "Work Order Reopened", description: "The work order is open again with your comment." });
      onReopened();
    },
    onError: (error) => {
      const current = getCurrentRecord(workOrder, error);
      if (current !== undefined) cacheWorkOrder(queryClient, current);
    },
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

export type Edit = SentBodyOf<typeof editWorkOrder>;

/** WO-39 to WO-43. `onSaved` closes the dialog. */
export function useEditWorkOrder(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, edit }: { id: number; version: number; edit: Edit }) =>
      call(editWorkOrder, { params: { id }, body: edit, version }),
    onSuccess: (order) => {
      cacheWorkOrder(queryClient, order);
      toast({ title: "Work Order Updated", description: "Work order has been updated successfully." });
      onSaved();
    },
    onError: () => toastError("Failed to update work order."),
    onSettled: (_, __, { id }) => void refreshAfterChange(queryClient, id),
  });
}

/** WO-49 to WO-52. */
export function useDeleteWorkOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteWorkOrder, { params: { id } }),
    onSuccess: (_, id) => {
      removeCachedWorkOrder(queryClient, id);
      toast({ title: "Work Order Deleted", description: "Work order has been deleted successfully." });
    },
    onError: () => toastError("Failed to delete work order."),
    onSettled: () => void refreshAfterChange(queryClient),
  });
}

/** WO-71 to WO-73. `onReported` is also called when the report is saved on the phone. */
export function useReportProblem(onReported: () => void) {
  const queryClient = useQueryClient();
  const keeps = useSavesOffline();
  return useMutation({
    mutationFn: (report: Report) => (keeps ? saveReport(report) : sendReport(report)),
    onSuccess: (order) => {
      onReported();
      if (order === null) return;
      toast({
        title: "Work Order Created",
        description: "Your work order has been submitted successfully.",
      });
      void refreshAfterChange(queryClient);
    },
    onError: (error, { signal }) => signal?.aborted === true || toastError(formatReportError(error)),
  });
}

/** WO-73, ERR-03: the server's message, or a default if there is no body or no response. */
const formatReportError = (error: unknown): string => {
  if (error instanceof ApiError && error.hasBody) return error.userMessage;
  if (error instanceof NotSavedError) return error.message;
  return "Failed to create work order. Please try again.";
};

interface Signing {
  signature: string;
  signedByName: string;
  shown: ShownContent;
}

/** SIG-10 to SIG-14: signs the version on the screen. A technician's phone sends the content it showed. */
export function useSignWorkOrder(order: WorkOrder) {
  const queryClient = useQueryClient();
  const keeps = useSavesOffline();
  return useMutation({
    mutationFn: async ({ shown, ...body }: Signing): Promise<WorkOrder | null> =>
      keeps
        ? saveChange({ kind: "signature", orderId: order.id, payload: { ...body, shown } })
        : call(sign, { params: { id: order.id }, body, version: order.version }),
    onSuccess: (signed) => {
      if (signed === null) return;
      cacheWorkOrder(queryClient, signed);
      toast({ title: "Signature Saved", description: "Work order has been signed successfully." });
    },
    onError: (error) => {
      const current = getCurrentRecord(workOrder, error);
      if (current !== undefined) cacheWorkOrder(queryClient, current);
      toastError(
        current === undefined
          ? toUserMessage(error)
          : `${toUserMessage(error)} Review the work order again before signing.`,
      );
    },
    onSettled: (signed) => signed !== null && void refreshAfterChange(queryClient, order.id),
  });
}

export const useAddPhotos = (id: number, onAdded: () => void) => {
  const keeps = useSavesOffline();
  return useAdd(addPhotos, id, {
    one: "photo",
    title: "Photos Added",
    onAdded,
    ...(keeps && { keep: (files) => savePhotos(id, files) }),
  });
};

export const useAddFiles = (id: number, onAdded: () => void) =>
  useAdd(addFiles, id, { one: "file", title: "Files Added", onAdded });

interface Adding {
  one: string;
  title: string;
  onAdded: () => void;
  /** Saves the files on the phone first. Null when they'll be sent later. */
  keep?: (files: FilesToAdd) => Promise<WorkOrder | null>;
}

function useAdd(
  endpoint: typeof addPhotos | typeof addFiles,
  id: number,
  { one, title, onAdded, keep }: Adding,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (added: FilesToAdd): Promise<WorkOrder | null> =>
      keep === undefined ? sendFiles(endpoint, id, added) : keep(added),
    onSuccess: (order, { files }) => {
      onAdded();
      if (order === null) return;
      cacheWorkOrder(queryClient, order);
      toast({
        title,
        description:
          files.length === 1
            ? `1 ${one} added to the work order.`
            : `${files.length} ${one}s added to the work order.`,
      });
    },
    onError: (error, { signal }) => signal.aborted || toastError(toUserMessage(error)),
    onSettled: (order) => order !== null && void refreshAfterChange(queryClient, id),
  });
}

export const useRemovePhoto = (id: number) =>
  useRemove(id, {
    remove: (imageId) => call(removePhoto, { params: { id, imageId } }),
    title: "Photo Removed",
  });

export const useRemoveFile = (id: number) =>
  useRemove(id, { remove: (fileId) => call(removeFile, { params: { id, fileId } }), title: "File Removed" });

function useRemove(
  id: number,
  { remove, title }: { remove: (part: number) => Promise<WorkOrder>; title: string },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSuccess: (order) => {
      cacheWorkOrder(queryClient, order);
      toast({ title, description: "It was removed for everyone." });
    },
    onError: (error) => toastError(toUserMessage(error)),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

export function useAssignWorkOrder({ id, version }: Pick<WorkOrderRow, "id" | "version">) {
  const queryClient = useQueryClient();
  const keeps = useSavesOffline();
  return useMutation({
    mutationFn: async (body: SentBodyOf<typeof assignWorkOrder>): Promise<WorkOrder | null> =>
      keeps
        ? saveChange({ kind: body.userId === null ? "hand-back" : "take", orderId: id, payload: {} })
        : call(assignWorkOrder, { params: { id }, body, version }),
    onSuccess: (order) => {
      if (order === null) return;
      cacheWorkOrder(queryClient, order);
      toast(
        order.assignee === null
          ? order.team === null
            ? { title: "Work Order Unassigned", description: "This work order is now unassigned." }
            : {
                title: "Work Order Assigned to Team",
                description: `Anyone on team ${order.team.name} can take this work order.`,
              }
          : {
              title: "Work Order Assigned",
              description: `${order.assignee.fullName} is now assigned to this work order.`,
            },
      );
    },
    onError: (error) => showRejection(queryClient, error),
    onSettled: (order) => order !== null && void refreshAfterChange(queryClient, id),
  });
}

/** Sets the due date. Null removes it. */
export function useSetDueDate({ id, timeZone, version }: Pick<WorkOrder, "id" | "timeZone" | "version">) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (due: WallTime | null) =>
      call(setDueDate, { params: { id }, body: { dueAt: toDueAt(due, { timeZone }) }, version }),
    onSuccess: (order) => {
      cacheWorkOrder(queryClient, order);
      toast(
        order.dueAt === null
          ? { title: "Due Date Removed", description: "This work order no longer has a due date." }
          : { title: "Due Date Set", description: `Due ${formatPlanned(order.dueAt, order.timeZone)}.` },
      );
    },
    onError: (error) => showRejection(queryClient, error),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

/** If the change was based on an outdated version, displays the current work order. */
function showRejection(queryClient: QueryClient, error: unknown): void {
  const current = getCurrentRecord(workOrder, error);
  if (current !== undefined) cacheWorkOrder(queryClient, current);
  toastError(toUserMessage(error));
}

/** Adds the entry to the cached log right away. No list shows comments, so nothing else is refetched. */
export function useAddComment(id: number, onSent: (text: string) => void) {
  const queryClient = useQueryClient();
  const [getKey, setGetKey] = useState(idempotencyKeyPerContent);
  const keeps = useSavesOffline();
  return useMutation({
    mutationFn: async (body: { text: string; internal: boolean }): Promise<ActivityEntry | null> =>
      keeps
        ? saveChange({ kind: "comment", orderId: id, payload: body })
        : call(comment, { params: { id }, body, idempotencyKey: getKey(body) }),
    onSuccess: (entry, { text }) => {
      setGetKey(idempotencyKeyPerContent);
      if (entry !== null)
        queryClient.setQueryData(historyQuery(id).queryKey, (entries) =>
          entries?.some((other) => other.id === entry.id) ? entries : [entry, ...(entries ?? [])],
        );
      onSent(text);
    },
    onError: (error) => toastError(toUserMessage(error)),
    onSettled: (entry) =>
      entry !== null && void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey }),
  });
}
