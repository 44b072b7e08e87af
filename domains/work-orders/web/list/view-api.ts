import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import {
  chooseDefaultView,
  deleteView,
  editView,
  type SavedView,
  saveView,
  shareView,
} from "../../views-contract.ts";
import { viewsQuery } from "./view-query.ts";

interface Change<Input, Output> {
  change: (input: Input) => Promise<Output>;
  said: (output: Output, input: Input) => { title: string; description: string };
  onDone?: (output: Output) => void;
  /** By default a toast. */
  onRefused?: (error: unknown) => void;
}

/** The views are fetched again before the change counts as done. */
function useChangeOfViews<Input, Output>({
  change,
  said,
  onDone,
  onRefused = toastFailure,
}: Change<Input, Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const output = await change(input);
      await queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
      return output;
    },
    onSuccess: (output, input) => {
      toast(said(output, input));
      onDone?.(output);
    },
    onError: onRefused,
  });
}

const nothing = () => undefined;

/** A name that is taken is said below the field. */
export const useSaveView = (onDone: (view: SavedView) => void) =>
  useChangeOfViews({
    change: (body: { name: string; query: string }) => call(saveView, { body }),
    said: ({ name }) => ({ title: "View Saved", description: `“${name}” is among your views now.` }),
    onDone,
    onRefused: nothing,
  });

export const useRenameView = ({ id }: SavedView, onDone: () => void) =>
  useChangeOfViews({
    change: ({ name }: { name: string }) => call(editView, { params: { id }, body: { name } }),
    said: ({ name }) => ({ title: "View Renamed", description: `It is called “${name}” now.` }),
    onDone,
    onRefused: nothing,
  });

export const useChangeView = () =>
  useChangeOfViews({
    change: ({ id, query }: Pick<SavedView, "id" | "query">) =>
      call(editView, { params: { id }, body: { query } }),
    said: ({ name }) => ({ title: "View Changed", description: `“${name}” shows what you see now.` }),
  });

export const useShareView = () =>
  useChangeOfViews({
    change: ({ id, isShared }: Pick<SavedView, "id" | "isShared">) =>
      call(shareView, { params: { id }, body: { isShared } }),
    said: ({ name, isShared }) =>
      isShared
        ? { title: "View Shared", description: `Staff find “${name}” among their views now.` }
        : { title: "View Not Shared Any More", description: `Only you have “${name}” now.` },
  });

export const useDeleteView = (onDone: () => void) =>
  useChangeOfViews({
    change: ({ id }: SavedView) => call(deleteView, { params: { id } }),
    said: (_, { name }) => ({ title: "View Deleted", description: `“${name}” is gone.` }),
    onDone,
  });

export const useChooseDefault = () =>
  useChangeOfViews({
    change: (view: SavedView | null) => call(chooseDefaultView, { body: { viewId: view?.id ?? null } }),
    said: (_, view) => ({
      title: "Default Changed",
      description: view === null ? "The list begins as usual." : `The list begins with “${view.name}”.`,
    }),
  });
