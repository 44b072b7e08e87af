import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { sendForm } from "#web/send-form.ts";
import { toast } from "#web/ui/toast.tsx";
import { createDocument } from "../contract.ts";
import { refreshDocuments } from "./document-queries.ts";

interface ToUpload {
  /** The fields of the form; empty ones are not sent. */
  fields: Record<string, string>;
  file: File;
}

/** The upload of one file; `share` is its progress, from 0 to 1. */
export type UploadState =
  | { state: "sending"; share: number }
  | { state: "sent" }
  | { state: "failed"; error: unknown };

interface Handlers {
  onFailed: (file: File, error: unknown) => void;
  onAllSent: (sent: readonly File[]) => void;
}

/**
 * DOC-19 to DOC-22: uploads files one after another, each as a document; a refused one does not stop the others. A retry with
 * the same contents after a lost response creates no second document. Leaving the page or `cancel` ends the uploads.
 */
export function useUploads({ onFailed, onAllSent }: Handlers) {
  const queryClient = useQueryClient();
  const [states, setStates] = useState<ReadonlyMap<File, UploadState>>(new Map());
  const [isCancelled, setCancelled] = useState(false);
  const [keys] = useState(() => new WeakMap<File, ReturnType<typeof oneKeyPerContent>>());
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);
  const setState = (file: File, state: UploadState | undefined) =>
    setStates((known) => {
      const next = new Map(known);
      if (state === undefined) next.delete(file);
      else next.set(file, state);
      return next;
    });

  const sendOne = ({ fields, file }: ToUpload) => {
    const sent = Object.entries(fields).filter(([, value]) => value !== "");
    const form = new FormData();
    for (const [name, value] of sent) form.append(name, value);
    // The fields come first, so that the server can check them before the file arrives.
    form.append("file", file, file.name);
    const nextKey = keys.get(file) ?? oneKeyPerContent();
    keys.set(file, nextKey);
    return sendForm(createDocument, {
      form,
      idempotencyKey: nextKey([sent, file.name, file.size, file.lastModified]),
      onProgress: (share) => setState(file, { state: "sending", share }),
      signal: ending.current.signal,
    });
  };
  const upload = useMutation({
    mutationFn: async (all: readonly ToUpload[]) => {
      ending.current = new AbortController();
      const { signal } = ending.current;
      setCancelled(false);
      const failures: unknown[] = [];
      let sent = 0;
      for (const one of all) {
        if (signal.aborted) break;
        setState(one.file, { state: "sending", share: 0 });
        try {
          await sendOne(one);
          setState(one.file, { state: "sent" });
          sent += 1;
        } catch (error) {
          setState(one.file, signal.aborted ? undefined : { state: "failed", error });
          if (signal.aborted) break;
          failures.push(error);
          onFailed(one.file, error);
        }
      }
      return { count: all.length, sent, failures };
    },
    onSuccess: ({ count, sent, failures }, all) => {
      if (sent > 0) void refreshDocuments(queryClient);
      if (failures.length > 0) {
        const description =
          count === 1
            ? failureInWords(failures[0])
            : `Not uploaded: ${failures.length} of ${count} files. Each says why.`;
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
        onAllSent(all.map(({ file }) => file));
      }
    },
  });
  return {
    send: upload.mutate,
    isSending: upload.isPending,
    stateOf: (file: File): UploadState | undefined => states.get(file),
    isCancelled,
    cancel: () => {
      ending.current.abort();
      setCancelled(true);
    },
  };
}

/** DOC-22, ERR-03: the server's message; without one (no body, no response) a default. */
export const failureInWords = (error: unknown): string =>
  error instanceof ApiError && error.hasBody
    ? error.userMessage
    : "Failed to upload document. Please try again.";
