import { useQueryClient } from "@tanstack/react-query";

/** Returns a mutation callback that refetches these endpoints and all records below their paths. */
export function useRefetch(...endpoints: readonly { path: string }[]): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === "string" && endpoints.some((endpoint) => path.startsWith(endpoint.path)),
    });
}
