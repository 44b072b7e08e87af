import { useQueryClient } from "@tanstack/react-query";

/** Reads what these endpoints returned again, and the records below their paths. Returns the callback for a mutation. */
export function useRefetch(...endpoints: readonly { path: string }[]): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === "string" && endpoints.some((one) => path.startsWith(one.path)),
    });
}
