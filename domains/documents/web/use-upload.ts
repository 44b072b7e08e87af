import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { sendForm } from "#web/send-form.ts";
import { toast } from "#web/ui/toast.tsx";
import { createDocument } from "../contract.ts";
import { refreshDocuments } from "./document-queries.ts";

interface Upload {
  /** The fields of the form; empty ones are not sent. */
  fields: Record<string, string>;
  file: File;
}

/**
 * DOC-19 to DOC-22: uploads a document. A retry with the same contents after a lost response creates no second one. Leaving
 * the page or `cancel` aborts the upload, and nothing is created.
 */
export function useUpload(onUploaded: () => void) {
  const queryClient = useQueryClient();
  const [share, setShare] = useState(0);
  const [isCancelled, setCancelled] = useState(false);
  const [nextKey] = useState(oneKeyPerContent);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const upload = useMutation({
    mutationFn: ({ fields, file }: Upload) => {
      const ending = new AbortController();
      sending.current = ending;
      setShare(0);
      setCancelled(false);
      const sent = Object.entries(fields).filter(([, value]) => value !== "");
      const form = new FormData();
      for (const [name, value] of sent) form.append(name, value);
      // The fields come first, so that the server can check them before the file arrives.
      form.append("file", file, file.name);
      return sendForm(createDocument, {
        form,
        idempotencyKey: nextKey([sent, file.name, file.size, file.lastModified]),
        onProgress: setShare,
        signal: ending.signal,
      });
    },
    onSuccess: () => {
      toast({
        title: "Document Uploaded",
        description: "Your document has been uploaded successfully.",
      });
      onUploaded();
      void refreshDocuments(queryClient);
    },
    onError: (error) => {
      if (sending.current?.signal.aborted === true) return;
      toast({ title: "Error", description: failureInWords(error), variant: "destructive" });
    },
  });
  return {
    send: upload.mutate,
    isSending: upload.isPending,
    /** The upload progress, from 0 to 1. */
    share,
    isCancelled,
    error: isCancelled ? null : upload.error,
    /** Clears the server's error once the values it applied to have changed. */
    forget: upload.reset,
    cancel: () => {
      sending.current?.abort();
      setCancelled(true);
    },
  };
}

/** DOC-22, ERR-03: the server's message; without one (no body, no response) a default. */
const failureInWords = (error: unknown): string =>
  error instanceof ApiError && error.hasBody
    ? error.userMessage
    : "Failed to upload document. Please try again.";
