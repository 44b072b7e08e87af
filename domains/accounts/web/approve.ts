import { useMutation, useQueryClient } from "@tanstack/react-query";
import { approvePerson, listPeople, type Person, refusePerson } from "#domains/accounts/people-contract.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, userMessageOf } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";

const failed = (error: unknown) =>
  toast({ title: "Error", description: userMessageOf(error), variant: "destructive" });

/** Refetches the list after a failure too: somebody else may have decided already. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [listPeople.path] });
}

/** A tenant gets the claimed unit unless the choice names another; maintenance staff get the chosen buildings. */
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
