import { useMutation } from "@tanstack/react-query";
import { undoableSeconds } from "#domains/accounts/account-fields.ts";
import { approvePerson, declinePerson, type Person, undoApproval } from "#domains/people/people-contract.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { ResponseOf, SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { peopleKeys } from "../query-keys.ts";

/** The toast describes what the approval did and has a button to undo it. */
export function useApprovePerson() {
  const undo = useUndoApproval();
  return useMutation({
    mutationFn: ({ person, choice }: { person: Person; choice: SentBodyOf<typeof approvePerson> }) =>
      call(approvePerson, { params: { id: person.id }, body: choice }),
    onSuccess: (approvedPerson) =>
      toast({
        title: "Approved",
        description: describeApproval(approvedPerson),
        durationMs: undoableSeconds * 1000,
        action: { label: "Undo", onPress: () => undo.mutate(approvedPerson) },
      }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });
}

function describeApproval({ role, fullName, joined }: ResponseOf<typeof approvePerson>): string {
  if (role !== "tenant") return `${fullName} now has access to the portal.`;
  if (joined === null) return `${fullName} can sign in but isn't on a lease yet.`;
  if (joined.isNew) return `${fullName} has access. Next, add terms to their draft lease.`;
  const { company, from, state } = joined;
  return state === "draft"
    ? `${fullName} was added to the draft lease for ${company}, starting ${formatCalendarDay(from)}.`
    : `${fullName} was added to the lease for ${company}, starting ${formatCalendarDay(from)}.`;
}

const useUndoApproval = () =>
  useMutation({
    mutationFn: ({ id }: Pick<Person, "id">) => call(undoApproval, { params: { id } }),
    onSuccess: ({ fullName }) =>
      toast({ title: "Approval Undone", description: `${fullName} is waiting for approval again.` }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });

export const useDeclinePerson = () =>
  useMutation({
    mutationFn: ({ person, reason }: { person: Person; reason: string }) =>
      call(declinePerson, { params: { id: person.id }, body: { reason } }),
    onSuccess: (_, { person }) =>
      toast({ title: "Request Declined", description: `${person.fullName} will see your reason.` }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });
