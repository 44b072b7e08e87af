import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  deleteView,
  type SavedView,
  saveView,
  setDefaultView,
  shareView,
  updateView,
} from "../../views-contract.ts";
import { workOrderKeys } from "../query-keys.ts";

interface ViewMutationOptions<Input, Output> {
  change: (input: Input) => Promise<Output>;
  describe: (output: Output, input: Input) => { title: string; description: string };
  onDone?: (output: Output) => void;
  /** Shows a toast by default. */
  onFailed?: (error: unknown) => void;
}

/** Refetches the views before the mutation succeeds. */
function useViewMutation<Input, Output>({
  change,
  describe,
  onDone,
  onFailed = toastError,
}: ViewMutationOptions<Input, Output>) {
  const refetchViews = useRefetch(workOrderKeys.views);
  return useMutation({
    mutationFn: async (input: Input) => {
      const output = await change(input);
      await refetchViews();
      return output;
    },
    onSuccess: (output, input) => {
      toast(describe(output, input));
      onDone?.(output);
    },
    onError: onFailed,
  });
}

const ignore = () => undefined;

/** The form displays the error if the name is already in use. */
export const useSaveView = (onDone: (view: SavedView) => void) =>
  useViewMutation({
    change: (body: { name: string; query: string }) => call(saveView, { body }),
    describe: ({ name }) => ({ title: "View Saved", description: `“${name}” was added to your views.` }),
    onDone,
    onFailed: ignore,
  });

export const useRenameView = ({ id }: SavedView, onDone: () => void) =>
  useViewMutation({
    change: ({ name }: { name: string }) => call(updateView, { params: { id }, body: { name } }),
    describe: ({ name }) => ({ title: "View Renamed", description: `The view is now called “${name}.”` }),
    onDone,
    onFailed: ignore,
  });

export const useUpdateView = () =>
  useViewMutation({
    change: ({ id, query }: Pick<SavedView, "id" | "query">) =>
      call(updateView, { params: { id }, body: { query } }),
    describe: ({ name }) => ({
      title: "View Updated",
      description: `“${name}” now uses the current filters and layout.`,
    }),
  });

export const useShareView = () =>
  useViewMutation({
    change: ({ id, isShared }: Pick<SavedView, "id" | "isShared">) =>
      call(shareView, { params: { id }, body: { isShared } }),
    describe: ({ name, isShared }) =>
      isShared
        ? { title: "View Shared", description: `“${name}” is now available to staff.` }
        : { title: "View No Longer Shared", description: `Only you can see “${name}” now.` },
  });

export const useDeleteView = (onDone: () => void) =>
  useViewMutation({
    change: ({ id }: SavedView) => call(deleteView, { params: { id } }),
    describe: (_, { name }) => ({ title: "View Deleted", description: `“${name}” was deleted.` }),
    onDone,
  });

export const useSetDefaultView = () =>
  useViewMutation({
    change: (view: SavedView | null) => call(setDefaultView, { body: { viewId: view?.id ?? null } }),
    describe: (_, view) => ({
      title: "Default Changed",
      description:
        view === null ? "The list now opens with no saved view." : `The list now opens with “${view.name}.”`,
    }),
  });
