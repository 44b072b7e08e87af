import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useRefetch } from "#web/refetch.ts";
import { sendForm } from "#web/send-form.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  createZipDocuments,
  type NewZipDocument,
  readZip,
  type ZipFile,
  type ZipOutcome,
} from "../../zip-contract.ts";
import { documentKeys } from "../query-keys.ts";

/** Reads the names in a ZIP. The page shows errors below the file. `progress` is from 0 to 1. */
export function useReadZip(onRead: (files: readonly ZipFile[]) => void) {
  const [progress, setProgress] = useState(0);
  const reading = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append(readZip.files.name, file, file.name);
      return sendForm(readZip, { form, onProgress: setProgress });
    },
    onSuccess: onRead,
  });
  return { ...reading, progress };
}

/** Creates the documents. The page shows the outcome of each row, and errors below the table. */
export function useCreateZipDocuments(onCreated: (outcomes: readonly ZipOutcome[]) => void) {
  const [progress, setProgress] = useState(0);
  const refetchDocuments = useRefetch(documentKeys.all);
  const creation = useMutation({
    mutationFn: ({ file, rows }: { file: File; rows: readonly NewZipDocument[] }) => {
      const form = new FormData();
      // The server needs the rows before it reads the file.
      form.append("rows", JSON.stringify(rows));
      form.append(createZipDocuments.files.name, file, file.name);
      return sendForm(createZipDocuments, { form, onProgress: setProgress });
    },
    onSuccess: (outcomes) => {
      void refetchDocuments();
      const failedCount = outcomes.filter(({ documentId }) => documentId === null).length;
      if (failedCount > 0) {
        const description = `${failedCount} of ${outcomes.length} files weren't added. See the message on each file.`;
        toast({ title: "Error", description, variant: "destructive" });
      } else toast({ title: "Documents Added" });
      onCreated(outcomes);
    },
  });
  return { ...creation, progress };
}
