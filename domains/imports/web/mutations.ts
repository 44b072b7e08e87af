import { useMutation } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  checkImport,
  correctImportRow,
  type FileImport,
  type ImportError,
  matchImportColumns,
  runImport,
  undoImport,
} from "../contract.ts";
import type { ImportKindName } from "../import-kinds.ts";
import { importKeys } from "./query-keys.ts";

/** Uploads the file and returns the result of the check. The page shows errors below the file. */
export function useCheckImport(onChecked: (checkedImport: FileImport) => void) {
  const refetchImports = useRefetch(importKeys.all);
  return useMutation({
    mutationFn: ({ kind, file, key }: { kind: ImportKindName; file: File; key: string }) => {
      const form = new FormData();
      // The server needs the type before it reads the file, which it does during the upload.
      form.append("kind", kind);
      form.append("file", file, file.name);
      return call(checkImport, { body: form, idempotencyKey: key });
    },
    onSuccess: (checkedImport) => {
      void refetchImports();
      onChecked(checkedImport);
    },
  });
}

/** Starts the import. The page then follows its progress. */
export const useRunImport = (id: number) =>
  useMutation({
    mutationFn: ({ validRowsOnly }: { validRowsOnly: boolean }) =>
      call(runImport, { params: { id }, body: { validRowsOnly } }),
    onError: (error) =>
      toast({ title: "Nothing Was Imported", description: toUserMessage(error), variant: "destructive" }),
    onSettled: useRefetch(importKeys.all),
  });

/** Undoes a finished import. The dialog shows why it can't be undone. */
export const useUndoImport = (id: number, onUndone: () => void) => {
  const refetchImports = useRefetch(importKeys.all);
  return useMutation({
    mutationFn: () => call(undoImport, { params: { id } }),
    onSuccess: async () => {
      await refetchImports();
      toast({ title: "Import Undone" });
      onUndone();
    },
  });
};

/** Saves the fields of the columns and checks the rows. The page shows errors below the columns. */
export const useMatchColumns = (id: number, onChecked: () => void) => {
  const refetchImports = useRefetch(importKeys.all);
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof matchImportColumns>) =>
      call(matchImportColumns, { params: { id }, body }),
    onSuccess: async () => {
      await refetchImports();
      onChecked();
    },
  });
};

/** Corrects values of a row of a checked file. The dialog shows errors. */
export const useCorrectRow = (id: number, onCorrected: () => void) => {
  const refetchImports = useRefetch(importKeys.all);
  return useMutation({
    mutationFn: ({ line, values }: { line: number; values: ImportError["correctable"] }) =>
      call(correctImportRow, { params: { id, line }, body: { values } }),
    onSuccess: async () => {
      await refetchImports();
      onCorrected();
    },
  });
};
