import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, userMessageOf } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";
import { checkImport, type FileImport, listImports, runImport } from "../contract.ts";
import type { KindName } from "../import-kinds.ts";
import { importQuery } from "./queries.ts";

/** Sends the file and gives what importing it would do. The page shows what went wrong beneath the file. */
export function useCheckImport(onChecked: (checked: FileImport) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, file, key }: { kind: KindName; file: File; key: string }) => {
      const form = new FormData();
      // The server reads the file while it arrives, so it has to know the kind by then.
      form.append("kind", kind);
      form.append("file", file, file.name);
      return call(checkImport, { body: form, idempotencyKey: key });
    },
    onSuccess: (checked) => {
      void queryClient.invalidateQueries({ queryKey: [listImports.path] });
      onChecked(checked);
    },
  });
}

/** Begins to write; the page then follows how far it is. */
export function useRunImport(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(runImport, { params: { id } }),
    onError: (error) =>
      toast({ title: "Nothing Was Imported", description: userMessageOf(error), variant: "destructive" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey }),
  });
}
