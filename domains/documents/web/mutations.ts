import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { refetch, useRefetch } from "#web/refetch.ts";
import { sendForm } from "#web/send-form.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  addFile,
  type Document,
  document,
  editDocument,
  restoreDocument,
  restoreFile,
  trashDocument,
} from "../contract.ts";
import { documentQuery } from "./queries.ts";
import { documentKeys } from "./query-keys.ts";

const showError = (description: string) => toast({ title: "Error", description, variant: "destructive" });

/** Shows the response immediately and refetches lists and figures. */
function useShowChangedDocument() {
  const queryClient = useQueryClient();
  return (changedDocument: Document) => {
    queryClient.setQueryData(documentQuery(changedDocument.id).queryKey, changedDocument);
    void refetch(queryClient, documentKeys.all);
  };
}

/** Shows the current version of a document that someone else has changed, so that a retry is based on it. */
function useShowCurrentDocument() {
  const queryClient = useQueryClient();
  return (error: unknown) => {
    const currentDocument = getCurrentRecord(document, error);
    if (currentDocument !== undefined)
      queryClient.setQueryData(documentQuery(currentDocument.id).queryKey, currentDocument);
  };
}

export function useEditDocument(onSaved: () => void) {
  const showChanged = useShowChangedDocument();
  return useMutation({
    mutationFn: (edit: { id: number; version: number; body: SentBodyOf<typeof editDocument> }) =>
      call(editDocument, { params: { id: edit.id }, body: edit.body, version: edit.version }),
    onSuccess: (changedDocument) => {
      showChanged(changedDocument);
      toast({ title: "Document Updated", description: "The document has been updated successfully." });
      onSaved();
    },
    onError: (error) => {
      if (getCurrentRecord(document, error) === undefined) showError(toUserMessage(error));
    },
  });
}

interface NewVersion {
  file: File;
  /** Empty means the document doesn't expire. */
  expiresOn: string;
  key: string;
  signal: AbortSignal;
  onProgress: (progress: number) => void;
}

/** The dialog shows errors. An aborted upload isn't an error. */
export function useAddFile(id: number, onAdded: () => void) {
  const showChanged = useShowChangedDocument();
  return useMutation({
    mutationFn: ({ file, expiresOn, key, signal, onProgress }: NewVersion) => {
      const form = new FormData();
      form.append("expiresOn", expiresOn);
      form.append(addFile.files.name, file, file.name);
      return sendForm(addFile, { params: { id }, form, idempotencyKey: key, signal, onProgress });
    },
    onSuccess: (changedDocument) => {
      showChanged(changedDocument);
      toast({
        title: "New Version Uploaded",
        description: "This is now the current version. Earlier versions are kept.",
      });
      onAdded();
    },
  });
}

export function useRestoreVersion(onDone: () => void) {
  const showChanged = useShowChangedDocument();
  return useMutation({
    mutationFn: ({ id, version, number }: { id: number; version: number; number: number }) =>
      call(restoreFile, { params: { id, number }, body: {}, version }),
    onSuccess: (changedDocument, { number }) => {
      showChanged(changedDocument);
      toast({ title: "Version Restored", description: `Version ${number} is now the current version.` });
      onDone();
    },
    onError: useShowCurrentDocument(),
  });
}

export function useRestoreDocument() {
  const showChanged = useShowChangedDocument();
  return useMutation({
    mutationFn: (id: number) => call(restoreDocument, { params: { id }, body: {} }),
    onSuccess: (changedDocument) => {
      showChanged(changedDocument);
      toast({ title: "Document Restored", description: "It's back in your documents." });
    },
    onError: (error) => showError(toUserMessage(error)),
  });
}

/** Moves a document to the trash and shows a toast with a button to restore it. */
export function useTrashDocument(onDone: () => void) {
  const refetchDocuments = useRefetch(documentKeys.all);
  const restoreDocumentMutation = useRestoreDocument();
  return useMutation({
    mutationFn: ({ id, version }: Document) => call(trashDocument, { params: { id }, version }),
    onSuccess: (_, { id, title }) => {
      toast({
        title: "Moved to Trash",
        description: `${title} can be restored for 30 days.`,
        action: { label: "Undo", onPress: () => restoreDocumentMutation.mutate(id) },
      });
      onDone();
      void refetchDocuments();
    },
    onError: useShowCurrentDocument(),
  });
}
