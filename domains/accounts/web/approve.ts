import { useMutation, useQueryClient } from "@tanstack/react-query";
import { approvePerson, listPeople, type Person, refusePerson } from "#domains/accounts/people-contract.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, userMessageOf } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";

const failed = (error: unknown) =>
  toast({ title: "Error", description: userMessageOf(error), variant: "destructive" });

/** After either answer the list is fetched again: somebody else may have decided meanwhile. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [listPeople.path] });
}

/** A tenant gets the claimed unit unless another is named; maintenance staff get buildings. */
export function useApprove() {
  return useMutation({
    mutationFn: ({ person, choice }: { person: Person; choice: SentBodyOf<typeof approvePerson> }) =>
      call(approvePerson, { params: { id: person.id }, body: choice }),
    onSuccess: (_, { person }) =>
      toast({ title: "Approved", description: `${person.fullName} can use the portal now.` }),
    onError: failed,
    onSettled: useRefresh(),
  });
}

export function useRefuse() {
  return useMutation({
    mutationFn: ({ person, reason }: { person: Person; reason: string }) =>
      call(refusePerson, { params: { id: person.id }, body: { reason } }),
    onSuccess: (_, { person }) =>
      toast({ title: "Refused", description: `${person.fullName} sees the reason you gave.` }),
    onError: failed,
    onSettled: useRefresh(),
  });
}
