import { useMutation, useQueryClient } from "@tanstack/react-query";
import { undoableSeconds } from "#domains/accounts/account-facts.ts";
import {
  approvePerson,
  listPeople,
  type Person,
  refusePerson,
  undoApproval,
} from "#domains/accounts/people-contract.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { ResponseOf, SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";

/** Refetches the list after a failure too: somebody else may have decided already. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [listPeople.path] });
}

/** The toast says what the approval did, and has a button to undo it. */
export function useApprove() {
  const undo = useUndo();
  return useMutation({
    mutationFn: ({ person, choice }: { person: Person; choice: SentBodyOf<typeof approvePerson> }) =>
      call(approvePerson, { params: { id: person.id }, body: choice }),
    onSuccess: (approved) =>
      toast({
        title: "Approved",
        description: whatItDid(approved),
        durationMs: undoableSeconds * 1000,
        action: { label: "Undo", onPress: () => undo.mutate(approved) },
      }),
    onError: toastFailure,
    onSettled: useRefresh(),
  });
}

function whatItDid({ role, fullName, joined }: ResponseOf<typeof approvePerson>): string {
  if (role !== "tenant") return `${fullName} can use the portal now.`;
  if (joined === null) return `${fullName} can sign in, and is on no lease yet.`;
  if (joined.isNew) return `${fullName} has access. Write the terms of their draft lease next.`;
  const lease = joined.state === "draft" ? "draft lease" : "lease";
  return `${fullName} is on the ${lease} of ${joined.company} from ${formatCalendarDay(joined.from)}.`;
}

function useUndo() {
  return useMutation({
    mutationFn: ({ id }: Pick<Person, "id">) => call(undoApproval, { params: { id } }),
    onSuccess: ({ fullName }) =>
      toast({ title: "Approval Undone", description: `${fullName} is waiting for approval again.` }),
    onError: toastFailure,
    onSettled: useRefresh(),
  });
}

export function useRefuse() {
  return useMutation({
    mutationFn: ({ person, reason }: { person: Person; reason: string }) =>
      call(refusePerson, { params: { id: person.id }, body: { reason } }),
    onSuccess: (_, { person }) =>
      toast({ title: "Refused", description: `${person.fullName} sees the reason you gave.` }),
    onError: toastFailure,
    onSettled: useRefresh(),
  });
}
