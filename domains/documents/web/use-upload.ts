import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { sendForm } from "#web/send-form.ts";
import { toast } from "#web/ui/toast.tsx";
import { createDocument } from "../contract.ts";
import { refreshDocuments } from "./document-queries.ts";

interface Upload {
  /** The fields of the form; what is empty is not sent. */
  fields: Record<string, string>;
  file: File;
}

/**
 * DOC-19 to DOC-22: sends a document. The same form sent again after a lost answer makes no second one. Leaving the page
 * or `cancel` ends the sending, and nothing is made.
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
      // The server has looked at the fields before the file comes.
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
    /** How much of the file is on the server, from 0 to 1. */
    share,
    isCancelled,
    error: isCancelled ? null : upload.error,
    /** Forgets what the server said, as what it said it of has changed. */
    forget: upload.reset,
    cancel: () => {
      sending.current?.abort();
      setCancelled(true);
    },
  };
}

/** DOC-22, ERR-03: the server's text; without one (no body, no response) ours. */
const failureInWords = (error: unknown): string =>
  error instanceof ApiError && error.hasBody
    ? error.userMessage
    : "Failed to upload document. Please try again.";
