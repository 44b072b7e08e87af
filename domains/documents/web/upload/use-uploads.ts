import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { useRefetch } from "#web/refetch.ts";
import { sendForm } from "#web/send-form.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { createDocument } from "../../contract.ts";
import { documentKeys } from "../query-keys.ts";

interface UploadRequest {
  /** The fields of the form. Empty ones aren't sent. */
  fields: Record<string, string>;
  file: File;
}

/** The upload of one file. Its progress is from 0 to 1. */
export type UploadState =
  | { state: "sending"; progress: number }
  | { state: "sent" }
  | { state: "failed"; error: unknown };

interface UploadHandlers {
  onFailed: (file: File, error: unknown) => void;
  onAllSent: (sentFiles: readonly File[]) => void;
}

/**
 * Uploads files one after another, each as a document (DOC-19 to DOC-22). A failed upload doesn't stop the
 * others. A retry with the same contents after a lost response doesn't create a second document. Leaving the
 * page or calling `cancel` stops the uploads.
 */
export function useUploads({ onFailed, onAllSent }: UploadHandlers) {
  const refetchDocuments = useRefetch(documentKeys.all);
  const [states, setStates] = useState<ReadonlyMap<File, UploadState>>(new Map());
  const [isCancelled, setIsCancelled] = useState(false);
  const [keyGenerators] = useState(() => new WeakMap<File, ReturnType<typeof createIdempotencyKeys>>());
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const setState = (file: File, state: UploadState | undefined) =>
    setStates((knownStates) => {
      const newStates = new Map(knownStates);
      if (state === undefined) newStates.delete(file);
      else newStates.set(file, state);
      return newStates;
    });

  const uploadFile = ({ fields, file }: UploadRequest) => {
    const filledFields = Object.entries(fields).filter(([, value]) => value !== "");
    const form = new FormData();
    for (const [name, value] of filledFields) form.append(name, value);
    // The fields come first, so that the server can check them before the file arrives.
    form.append("file", file, file.name);
    const getIdempotencyKey = keyGenerators.get(file) ?? createIdempotencyKeys();
    keyGenerators.set(file, getIdempotencyKey);
    return sendForm(createDocument, {
      form,
      idempotencyKey: getIdempotencyKey([filledFields, file.name, file.size, file.lastModified]),
      onProgress: (progress) => setState(file, { state: "sending", progress }),
      signal: abort.current.signal,
    });
  };
  const upload = useMutation({
    mutationFn: async (requests: readonly UploadRequest[]) => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      setIsCancelled(false);
      const failures: unknown[] = [];
      let sentCount = 0;
      for (const request of requests) {
        if (signal.aborted) break;
        setState(request.file, { state: "sending", progress: 0 });
        try {
          await uploadFile(request);
          setState(request.file, { state: "sent" });
          sentCount += 1;
        } catch (error) {
          setState(request.file, signal.aborted ? undefined : { state: "failed", error });
          if (signal.aborted) break;
          failures.push(error);
          onFailed(request.file, error);
        }
      }
      return { count: requests.length, sent: sentCount, failures };
    },
    onSuccess: ({ count, sent, failures }, requests) => {
      if (sent > 0) void refetchDocuments();
      if (failures.length > 0) {
        const description =
          count === 1
            ? formatUploadError(failures[0])
            : `${failures.length} of ${count} files weren't uploaded. See the message on each file.`;
        toast({ title: "Error", description, variant: "destructive" });
      } else if (sent === count) {
        toast(
          count === 1
            ? { title: "Document Uploaded", description: "Your document has been uploaded successfully." }
            : {
                title: "Documents Uploaded",
                description: `${count} documents have been uploaded successfully.`,
              },
        );
        onAllSent(requests.map(({ file }) => file));
      }
    },
  });
  return {
    send: upload.mutate,
    isSending: upload.isPending,
    getState: (file: File): UploadState | undefined => states.get(file),
    isCancelled,
    cancel: () => {
      abort.current.abort();
      setIsCancelled(true);
    },
  };
}

/** Returns the server's message, or a default if there is none (no body, no response) (DOC-22, ERR-03). */
export const formatUploadError = (error: unknown): string =>
  error instanceof ApiError && error.hasBody
    ? error.userMessage
    : "Failed to upload document. Please try again.";
