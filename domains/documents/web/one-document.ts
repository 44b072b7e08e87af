import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, pathOf, userMessageOf } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { currentOf } from "#web/refusal.ts";
import { sendForm } from "#web/send-form.ts";
import { toast } from "#web/ui/toast.tsx";
import {
  addFile,
  type Document,
  document,
  editDocument,
  listDownloads,
  readDocument,
  restoreFile,
  takeBackDocument,
  trashDocument,
} from "../contract.ts";
import { refreshDocuments } from "./document-queries.ts";

export const documentQuery = (id: number) => endpointQuery(readDocument, { params: { id } });

/** Refetches the log of views and downloads after the user's own view. */
export function useAfterLooking(id: number): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () => void queryClient.invalidateQueries({ queryKey: [pathOf(listDownloads, { id })] }),
    [queryClient, id],
  );
}

const failed = (description: string) => toast({ title: "Error", description, variant: "destructive" });

/** The response is shown at once; lists and figures are refetched. */
function useAfterChange() {
  const queryClient = useQueryClient();
  return (changed: Document) => {
    queryClient.setQueryData(documentQuery(changed.id).queryKey, changed);
    void refreshDocuments(queryClient);
  };
}

/** Shows the current version of a document that somebody else has changed, so that a retry is based on it. */
function useShowCurrent() {
  const queryClient = useQueryClient();
  return (error: unknown) => {
    const current = currentOf(document, error);
    if (current !== undefined) queryClient.setQueryData(documentQuery(current.id).queryKey, current);
  };
}

export function useEditDocument(onSaved: () => void) {
  const after = useAfterChange();
  return useMutation({
    mutationFn: (edit: { id: number; version: number; body: SentBodyOf<typeof editDocument> }) =>
      call(editDocument, { params: { id: edit.id }, body: edit.body, version: edit.version }),
    onSuccess: (changed) => {
      after(changed);
      toast({ title: "Document Updated", description: "The document has been updated successfully." });
      onSaved();
    },
    onError: (error) => {
      if (currentOf(document, error) === undefined) failed(userMessageOf(error));
    },
  });
}

interface NewFile {
  file: File;
  /** Empty: no expiry. */
  expiresOn: string;
  key: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** The dialog shows errors; an aborted upload is not an error. */
export function useAddFile(id: number, onAdded: () => void) {
  const after = useAfterChange();
  return useMutation({
    mutationFn: ({ file, expiresOn, key, signal, onProgress }: NewFile) => {
      const form = new FormData();
      form.append("expiresOn", expiresOn);
      form.append(addFile.files.name, file, file.name);
      return sendForm(addFile, { params: { id }, form, idempotencyKey: key, signal, onProgress });
    },
    onSuccess: (changed) => {
      after(changed);
      toast({
        title: "New Version Uploaded",
        description: "It is shown from now on; earlier ones are kept.",
      });
      onAdded();
    },
  });
}

export function useBringBack(onDone: () => void) {
  const after = useAfterChange();
  return useMutation({
    mutationFn: ({ id, version, number }: { id: number; version: number; number: number }) =>
      call(restoreFile, { params: { id, number }, body: {}, version }),
    onSuccess: (changed, { number }) => {
      after(changed);
      toast({ title: "Version Restored", description: `Version ${number} is shown again.` });
      onDone();
    },
    onError: useShowCurrent(),
  });
}

export function useTakeBack() {
  const after = useAfterChange();
  return useMutation({
    mutationFn: (id: number) => call(takeBackDocument, { params: { id }, body: {} }),
    onSuccess: (changed) => {
      after(changed);
      toast({ title: "Document Restored", description: "It is back in the list of documents." });
    },
    onError: (error) => failed(userMessageOf(error)),
  });
}

/** The toast has a button to restore the document. */
export function useTrash(onDone: () => void) {
  const queryClient = useQueryClient();
  const takeBack = useTakeBack();
  return useMutation({
    mutationFn: ({ id, version }: Document) => call(trashDocument, { params: { id }, version }),
    onSuccess: (_, { id, title }) => {
      toast({
        title: "Moved To Trash",
        description: `${title} can be restored for 30 days.`,
        action: { label: "Undo", onPress: () => takeBack.mutate(id) },
      });
      onDone();
      void refreshDocuments(queryClient);
    },
    onError: useShowCurrent(),
  });
}
