import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatPlanned } from "#shared/format/dates.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import type { WallTime } from "#shared/wall-time.ts";
import { ApiError, call, userMessageOf } from "#web/api-client.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { NotKept } from "#web/outbox/store.ts";
import { currentOf } from "#web/refusal.ts";
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
  setDueTime,
  sign,
  type WorkOrder,
  type WorkOrderRow,
  workOrder,
} from "../contract.ts";
import { addFiles, removeFile } from "../files-contract.ts";
import type { Status } from "../status.ts";
import { doWork } from "../work-contract.ts";
import { dueAtOf } from "./due-instant.ts";
import { moveKey, placeOrder, refreshAfterChange, removeOrder } from "./order-cache.ts";
import { followVersion, versionAfterOwnChanges } from "./own-versions.ts";
import { historyQuery } from "./queries.ts";
import { type FilesToAdd, sendFiles } from "./send-files.ts";
import { type Report, sendReport } from "./send-report.ts";
import { keepChange, useKeepsChanges } from "./unsent/keep-change.ts";
import { keepPhotos, keepReport } from "./unsent/keep-photos.ts";

const failed = (description: string) => toast({ title: "Error", description, variant: "destructive" });

interface Move {
  /** The order as it was when the drag began. */
  row: WorkOrderRow | WorkOrder;
  to: Status;
}

/** WO-26 to WO-30: the card moves at once and moves back if the server refuses; moves are sent one after another. */
export function useMoveOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: moveKey,
    scope: { id: "move-work-order" },
    mutationFn: async ({ row, to }: Move) => {
      const version = versionAfterOwnChanges(row);
      const moved = await call(changeStatus, { params: { id: row.id }, body: { status: to }, version });
      followVersion({ id: row.id, version }, moved.version);
      return moved;
    },
    onMutate: async ({ row, to }) => {
      await queryClient.cancelQueries({
        predicate: ({ state }) => state.fetchStatus === "fetching" && isLoadedColumn(state.data),
      });
      placeOrder(queryClient, { ...row, status: to });
    },
    onSuccess: (moved) => {
      placeOrder(queryClient, moved);
      toast({ title: "Status Updated", description: "Work order status has been updated successfully." });
    },
    onError: (error, { row }) => {
      const current = currentOf(workOrder, error);
      placeOrder(queryClient, current ?? row);
      if (error instanceof ApiError && error.status === 404) removeOrder(queryClient, row.id);
      failed(current === undefined ? "Failed to update work order status." : userMessageOf(error));
    },
    onSettled: (_, __, { row }) => void refreshAfterChange(queryClient, row.id),
  });
}

type Work = Omit<SentBodyOf<typeof doWork>, "seen">;

/** Starts, pauses or completes the work; what the screen shows goes with it, so that nobody's change is lost. */
export function useWork(order: WorkOrderRow | WorkOrder) {
  const queryClient = useQueryClient();
  const keeps = useKeepsChanges();
  const { id, status, assignee } = order;
  return useMutation({
    mutationFn: async (work: Work): Promise<WorkOrder | null> => {
      const seen = { status, assigneeId: assignee?.id ?? null };
      const { did, ...payload } = work;
      return keeps
        ? keepChange({ kind: did, orderId: id, payload, seen })
        : call(doWork, { params: { id }, body: { ...work, seen } });
    },
    onSuccess: (worked, { did }) => {
      if (worked === null) return;
      placeOrder(queryClient, worked);
      if (worked.clashes.some(({ asked, mayResolve }) => mayResolve && asked.did === did))
        toast({
          title: "Changed Meanwhile",
          description: "Both changes are kept. Please choose on the order.",
        });
      else if (did === "pause")
        toast({ title: "Work Paused", description: "Your time stops until you resume." });
      else
        toast({ title: "Status Updated", description: "Work order status has been updated successfully." });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 404) removeOrder(queryClient, id);
      failed(userMessageOf(error));
    },
    onSettled: (worked) => worked !== null && void refreshAfterChange(queryClient, id),
  });
}

const isLoadedColumn = (data: unknown) => typeof data === "object" && data !== null && "pageParams" in data;

/** Not moved before the answer, as a refusal leaves the reason to be sent again. */
export function useReopenOrder({ id, version }: WorkOrder, onReopened: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      call(changeStatus, { params: { id }, body: { status: "open", reason }, version }),
    onSuccess: (order) => {
      placeOrder(queryClient, order);
      toast({ title: "Work Order Reopened", description: "It is open again, with your comment." });
      onReopened();
    },
    onError: (error) => {
      const current = currentOf(workOrder, error);
      if (current !== undefined) placeOrder(queryClient, current);
    },
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

export type Edit = SentBodyOf<typeof editWorkOrder>;

/** WO-39 to WO-43. `onSaved` closes the dialog. */
export function useEditOrder(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, edit }: { id: number; version: number; edit: Edit }) =>
      call(editWorkOrder, { params: { id }, body: edit, version }),
    onSuccess: (order) => {
      placeOrder(queryClient, order);
      toast({ title: "Work Order Updated", description: "Work order has been updated successfully." });
      onSaved();
    },
    onError: () => failed("Failed to update work order."),
    onSettled: (_, __, { id }) => void refreshAfterChange(queryClient, id),
  });
}

/** WO-49 to WO-52. */
export function useDeleteOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteWorkOrder, { params: { id } }),
    onSuccess: (_, id) => {
      removeOrder(queryClient, id);
      toast({ title: "Work Order Deleted", description: "Work order has been deleted successfully." });
    },
    onError: () => failed("Failed to delete work order."),
    onSettled: () => void refreshAfterChange(queryClient),
  });
}

/** WO-71 to WO-73. `onReported` is also called when the report is kept on the phone. */
export function useReportFault(onReported: () => void) {
  const queryClient = useQueryClient();
  const keeps = useKeepsChanges();
  return useMutation({
    mutationFn: (report: Report) => (keeps ? keepReport(report) : sendReport(report)),
    onSuccess: (order) => {
      onReported();
      if (order === null) return;
      toast({
        title: "Work Order Created",
        description: "Your work order has been submitted successfully.",
      });
      void refreshAfterChange(queryClient);
    },
    onError: (error, { signal }) => signal?.aborted === true || failed(reportFailure(error)),
  });
}

/** WO-73, ERR-03: the server's message; without one (no body, no response) a default. */
const reportFailure = (error: unknown): string => {
  if (error instanceof ApiError && error.hasBody) return error.userMessage;
  if (error instanceof NotKept) return error.message;
  return "Failed to create work order. Please try again.";
};

interface Signing {
  signature: string;
  signedByName: string;
  shown: ShownContent;
}

/** SIG-10 to SIG-14. The version on the screen is the one that is signed; from a technician's phone, what it showed. */
export function useSignOrder(order: WorkOrder) {
  const queryClient = useQueryClient();
  const keeps = useKeepsChanges();
  return useMutation({
    mutationFn: async ({ shown, ...body }: Signing): Promise<WorkOrder | null> =>
      keeps
        ? keepChange({ kind: "signature", orderId: order.id, payload: { ...body, shown } })
        : call(sign, { params: { id: order.id }, body, version: order.version }),
    onSuccess: (signed) => {
      if (signed === null) return;
      placeOrder(queryClient, signed);
      toast({ title: "Signature Saved", description: "Work order has been signed successfully." });
    },
    onError: (error) => {
      const current = currentOf(workOrder, error);
      if (current !== undefined) placeOrder(queryClient, current);
      failed(
        current === undefined
          ? userMessageOf(error)
          : `${userMessageOf(error)} Please read it again before you sign.`,
      );
    },
    onSettled: (signed) => signed !== null && void refreshAfterChange(queryClient, order.id),
  });
}

export const useAddPhotos = (id: number, onAdded: () => void) => {
  const keeps = useKeepsChanges();
  return useAdd(addPhotos, id, {
    one: "photo",
    title: "Photos Added",
    onAdded,
    ...(keeps && { keep: (files) => keepPhotos(id, files) }),
  });
};

export const useAddFiles = (id: number, onAdded: () => void) =>
  useAdd(addFiles, id, { one: "file", title: "Files Added", onAdded });

interface Adding {
  one: string;
  title: string;
  onAdded: () => void;
  /** Keeps them on the phone first; null when they are sent later. */
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
      placeOrder(queryClient, order);
      const added = files.length === 1 ? `1 ${one} is` : `${files.length} ${one}s are`;
      toast({ title, description: `${added} part of the work order now.` });
    },
    onError: (error, { signal }) => signal.aborted || failed(userMessageOf(error)),
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
      placeOrder(queryClient, order);
      toast({ title, description: "It is gone for everybody." });
    },
    onError: (error) => failed(userMessageOf(error)),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

export function useAssignOrder({ id, version }: Pick<WorkOrderRow, "id" | "version">) {
  const queryClient = useQueryClient();
  const keeps = useKeepsChanges();
  return useMutation({
    mutationFn: async (body: SentBodyOf<typeof assignWorkOrder>): Promise<WorkOrder | null> =>
      keeps
        ? keepChange({ kind: body.userId === null ? "hand-back" : "take", orderId: id, payload: {} })
        : call(assignWorkOrder, { params: { id }, body, version }),
    onSuccess: (order) => {
      if (order === null) return;
      placeOrder(queryClient, order);
      toast(
        order.assignee === null
          ? order.team === null
            ? { title: "Assignment Taken Back", description: "Nobody works on this order now." }
            : {
                title: "Work Order Given to a Team",
                description: `Somebody of the team ${order.team.name} takes this order.`,
              }
          : {
              title: "Work Order Assigned",
              description: `${order.assignee.fullName} works on this order now.`,
            },
      );
    },
    onError: (error) => showRefused(queryClient, error),
    onSettled: (order) => order !== null && void refreshAfterChange(queryClient, id),
  });
}

/** Null takes the due time off. */
export function useSetDue({ id, timeZone, version }: Pick<WorkOrder, "id" | "timeZone" | "version">) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (due: WallTime | null) =>
      call(setDueTime, { params: { id }, body: { dueAt: dueAtOf(due, { timeZone }) }, version }),
    onSuccess: (order) => {
      placeOrder(queryClient, order);
      toast(
        order.dueAt === null
          ? { title: "Due Time Removed", description: "This order may take as long as it takes." }
          : { title: "Due Time Set", description: `Due ${formatPlanned(order.dueAt, order.timeZone)}.` },
      );
    },
    onError: (error) => showRefused(queryClient, error),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

/** A change that was based on an old version shows what the order is now. */
function showRefused(queryClient: QueryClient, error: unknown): void {
  const current = currentOf(workOrder, error);
  if (current !== undefined) placeOrder(queryClient, current);
  failed(userMessageOf(error));
}

/** The entry is added to the cached log at once. No list shows comments, so nothing else is fetched. */
export function useComment(id: number, onSent: (text: string) => void) {
  const queryClient = useQueryClient();
  const [keyOf, setKeyOf] = useState(oneKeyPerContent);
  const keeps = useKeepsChanges();
  return useMutation({
    mutationFn: async (body: { text: string; internal: boolean }): Promise<ActivityEntry | null> =>
      keeps
        ? keepChange({ kind: "comment", orderId: id, payload: body })
        : call(comment, { params: { id }, body, idempotencyKey: keyOf(body) }),
    onSuccess: (entry, { text }) => {
      setKeyOf(oneKeyPerContent);
      if (entry !== null)
        queryClient.setQueryData(historyQuery(id).queryKey, (entries) =>
          entries?.some((other) => other.id === entry.id) ? entries : [entry, ...(entries ?? [])],
        );
      onSent(text);
    },
    onError: (error) => failed(userMessageOf(error)),
    onSettled: (entry) =>
      entry !== null && void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey }),
  });
}
