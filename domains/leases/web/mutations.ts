import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invite } from "#domains/people/invitation-contract.ts";
import { peopleKeys } from "#domains/people/web/query-keys.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { getCurrentRecord, getFieldErrors } from "#web/error-message.ts";
import { deletionMutation } from "#web/query-client.ts";
import { refetch, useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { createCompany, editCompany } from "../company-contract.ts";
import {
  activateLease,
  createLease,
  deleteLease,
  editLease,
  endLease,
  type Lease,
  lease as leaseShape,
  recordNotice,
  withdrawNotice,
} from "../contract.ts";
import { addMember, editMember, removeMember } from "../member-contract.ts";
import { amendLease, writeTerms } from "../terms-contract.ts";
import { joinSentences } from "./format.ts";
import { leaseQuery } from "./queries.ts";
import { leaseKeys } from "./query-keys.ts";

/** Shows the lease from the server's response and refetches the lists. */
function useShowLease() {
  const queryClient = useQueryClient();
  return (lease: Lease) => {
    queryClient.setQueryData(leaseQuery(lease.id).queryKey, lease);
    void refetch(queryClient, leaseKeys.all);
  };
}

export function useCreateLease(onCreated: (lease: Lease) => void) {
  const showLease = useShowLease();
  return useMutation({
    mutationFn: ({ body, key }: { body: SentBodyOf<typeof createLease>; key: string }) =>
      call(createLease, { body, idempotencyKey: key }),
    onSuccess: (lease) => {
      showLease(lease);
      toast({
        title: "Draft Saved",
        description: `${lease.company.name}'s lease was saved.`,
      });
      onCreated(lease);
    },
  });
}

/** Field errors are shown on the field. The caller shows other errors. */
export function useEditLease(onSaved: () => void) {
  const showLease = useShowLease();
  return useMutation({
    mutationFn: (edit: { id: number; version: number; body: SentBodyOf<typeof editLease> }) =>
      call(editLease, { params: { id: edit.id }, body: edit.body, version: edit.version }),
    onSuccess: (lease) => {
      showLease(lease);
      toast({ title: "Lease Updated", description: "Your changes have been saved." });
      onSaved();
    },
  });
}

/**
 * A status change, sent with the lease's version. If the server rejects it, its message is shown and the
 * lease is reloaded.
 */
function useLeaseStateChange<Value>(
  changeState: (lease: Lease, value: Value) => Promise<Lease>,
  title: string,
) {
  const showLease = useShowLease();
  return useMutation({
    mutationFn: ({ lease, value }: { lease: Lease; value: Value }) => changeState(lease, value),
    onSuccess: (lease) => {
      showLease(lease);
      toast({
        title,
        description: joinSentences(
          `${lease.company.name}'s lease was updated.`,
          describePostedCharges(lease),
        ),
      });
    },
    onError: (error) => {
      const currentLease = getCurrentRecord(leaseShape, error);
      if (currentLease !== undefined) showLease(currentLease);
      if (Object.keys(getFieldErrors(error)).length === 0 || currentLease !== undefined) toastError(error);
    },
  });
}

/** A sentence about the charges that the change posted or reversed. */
function describePostedCharges({ justPosted }: Lease): string {
  if (justPosted === undefined || justPosted.cents === 0) return "";
  const amount = formatCents(toCents(Math.abs(justPosted.cents)));
  return justPosted.cents > 0 ? `${amount} was charged.` : `${amount} charged in advance was reversed.`;
}

export const useActivateLease = () =>
  useLeaseStateChange<undefined>(async ({ id, version }) => {
    try {
      return await call(activateLease, { params: { id }, body: {}, version });
    } catch (error) {
      // This dialog has no field for units, so an error there is shown as a toast.
      if (getCurrentRecord(leaseShape, error) === undefined) toastError(error);
      throw error;
    }
  }, "Lease Activated");

export const useRecordNotice = () =>
  useLeaseStateChange<string>(
    ({ id, version }, to) => call(recordNotice, { params: { id }, body: { to }, version }),
    "Notice Recorded",
  );

export const useWithdrawNotice = () =>
  useLeaseStateChange<undefined>(
    ({ id, version }) => call(withdrawNotice, { params: { id }, body: {}, version }),
    "Notice Withdrawn",
  );

export const useEndLease = () =>
  useLeaseStateChange<string>(
    ({ id, version }, on) => call(endLease, { params: { id }, body: { on }, version }),
    "Lease End Saved",
  );

export function useDeleteLease(onDeleted: () => void) {
  const refetchLeases = useRefetch(leaseKeys.all);
  return useMutation({
    ...deletionMutation,
    mutationFn: ({ id }: Lease) => call(deleteLease, { params: { id } }),
    onSuccess: () => {
      toast({ title: "Lease Deleted", description: "The lease has been deleted." });
      onDeleted();
      void refetchLeases();
    },
    onError: toastError,
  });
}

export function useCreateCompany(onAdded: () => void) {
  const refetchLeases = useRefetch(leaseKeys.all);
  return useMutation({
    mutationFn: ({ body, key }: { body: SentBodyOf<typeof createCompany>; key: string }) =>
      call(createCompany, { body, idempotencyKey: key }),
    onSuccess: ({ name }) => {
      void refetchLeases();
      toast({ title: "Company Added", description: `${name} has been saved.` });
      onAdded();
    },
  });
}

/** Also updates the lease that the company was edited from. */
export const useEditCompany = (onSaved: () => void) =>
  useMutation({
    mutationFn: (edit: { id: number; version: number; body: SentBodyOf<typeof editCompany> }) =>
      call(editCompany, { params: { id: edit.id }, body: edit.body, version: edit.version }),
    onSuccess: ({ name }) => {
      toast({ title: "Company Updated", description: `${name} has been saved.` });
      onSaved();
    },
    onSettled: useRefetch(leaseKeys.all),
  });

export function useAddMember(leaseId: number, onAdded: () => void) {
  const showLease = useShowLease();
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof addMember>) => call(addMember, { params: { id: leaseId }, body }),
    onSuccess: (lease) => {
      showLease(lease);
      toast({ title: "Person Added", description: "They can now see this lease." });
      onAdded();
    },
  });
}

/** The form shows errors and the link. */
export const useInviteToLease = (leaseId: number) =>
  useMutation({
    mutationFn: (email: string) => call(invite, { body: { email, role: "tenant", lease: leaseId } }),
    onSettled: useRefetch(peopleKeys.all),
  });

export function useEditMember(leaseId: number, onSaved: () => void) {
  const showLease = useShowLease();
  return useMutation({
    mutationFn: ({ memberId, ...body }: { memberId: number } & SentBodyOf<typeof editMember>) =>
      call(editMember, { params: { id: leaseId, memberId }, body }),
    onSuccess: (lease) => {
      showLease(lease);
      toast({ title: "Dates Updated", description: "The dates have been saved." });
      onSaved();
    },
  });
}

export function useRemoveMember(leaseId: number, onRemoved: () => void) {
  const showLease = useShowLease();
  return useMutation({
    mutationFn: (memberId: number) => call(removeMember, { params: { id: leaseId, memberId } }),
    onSuccess: (lease) => {
      showLease(lease);
      toast({ title: "Person Removed", description: "They can still view their own history." });
      onRemoved();
    },
    onError: (error) => {
      toastError(error);
      onRemoved();
    },
  });
}

/** Sets the terms of a draft, the first terms of an active lease, or an amendment. */
export function useWriteTerms({ id: leaseId, state }: Lease, onSaved: () => void) {
  return useMutation({
    mutationFn: ({ version, body }: { version: number; body: TermsBody }) =>
      body.kind === "terms"
        ? call(writeTerms, { params: { id: leaseId }, body: body.value, version })
        : call(amendLease, { params: { id: leaseId }, body: body.value, version }),
    onSuccess: (_, { body }) => {
      toast(
        body.kind !== "terms"
          ? {
              title: body.kind === "renewal" ? "Lease Renewed" : "Lease Amended",
              description:
                body.value.to === undefined
                  ? "The new terms apply from their effective date."
                  : `The lease now ends ${formatCalendarDay(body.value.to)}.`,
            }
          : {
              title: "Terms Saved",
              description:
                state === "draft"
                  ? "Charges start when you activate the lease."
                  : "The lease will be charged under these terms.",
            },
      );
      onSaved();
    },
    onSettled: useRefetch(leaseKeys.all),
  });
}

export type TermsBody =
  | { kind: "terms"; value: SentBodyOf<typeof writeTerms> }
  | { kind: "amendment" | "renewal"; value: SentBodyOf<typeof amendLease> };
