import { call } from "#web/api-client.ts";
import { toastError } from "#web/toast-error.ts";
import type { addPhotos, WorkOrder } from "../../contract.ts";
import { addFiles, removeFile } from "../../files-contract.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";
import { type FilesToAdd, sendFiles } from "./send-files.ts";

export const useAddFiles = (id: number, onAdded: () => void) =>
  useAddAttachments(addFiles, id, { singular: "file", title: "Files Added", onAdded });

export const useRemoveFile = (id: number) =>
  useRemoveAttachment(id, {
    remove: (fileId) => call(removeFile, { params: { id, fileId } }),
    title: "File Removed",
  });

interface AddOptions {
  singular: string;
  title: string;
  onAdded: () => void;
  /** Removes the added files again. */
  undo?: (order: WorkOrder) => void;
  /** Sends the files, or returns null if they were saved on the phone to be sent later. */
  sendOrSave?: (files: FilesToAdd) => Promise<WorkOrder | null>;
}

/** Adds photos or other files to a work order. */
export const useAddAttachments = (
  endpoint: typeof addPhotos | typeof addFiles,
  id: number,
  {
    singular,
    title,
    onAdded,
    undo,
    sendOrSave = (filesToAdd) => sendFiles(endpoint, id, filesToAdd),
  }: AddOptions,
) =>
  useWorkOrderMutation(id, {
    change: sendOrSave,
    describe: (order, { files }) => ({
      title,
      ...(undo && { action: { label: "Undo", onPress: () => undo(order) } }),
      description:
        files.length === 1
          ? `1 ${singular} added to the work order.`
          : `${files.length} ${singular}s added to the work order.`,
    }),
    onDone: onAdded,
    onFailed: (error, { signal }) => signal.aborted || toastError(error),
  });

/** Removes a photo or another file from a work order. */
export const useRemoveAttachment = (
  id: number,
  { remove, title }: { remove: (attachmentId: number) => Promise<WorkOrder>; title: string },
) =>
  useWorkOrderMutation(id, {
    change: remove,
    describe: () => ({ title, description: "It was removed for everyone." }),
  });
