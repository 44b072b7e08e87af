import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invite } from "#domains/accounts/invitation-contract.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { deletion } from "#web/query-client.ts";
import { currentOf, fieldErrorsOf } from "#web/refusal.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import { createCompany, editCompany } from "../company-contract.ts";
import {
  activateLease,
  createLease,
  deleteLease,
  editLease,
  endLease,
  giveNotice,
  type Lease,
  lease as leaseShape,
} from "../contract.ts";
import { addMember, editMember, endMembership } from "../member-contract.ts";
import { amendLease, writeTerms } from "../terms-contract.ts";
import { leaseQuery } from "./queries.ts";

/** The queries that show facts of leases: lists, units with their status, companies. */
const touched = /^\/api\/(leases|units|properties|companies|buildings|dashboard)\b/;

function useRefresh() {
  const queryClient = useQueryClient();
  return (lease?: Lease) => {
    if (lease !== undefined) queryClient.setQueryData(leaseQuery(lease.id).queryKey, lease);
    const own = lease === undefined ? undefined : leaseQuery(lease.id).queryKey[0];
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => touched.test(String(queryKey[0])) && queryKey[0] !== own,
    });
  };
}

export function useCreateLease(onCreated: (lease: Lease) => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ body, key }: { body: SentBodyOf<typeof createLease>; key: string }) =>
      call(createLease, { body, idempotencyKey: key }),
    onSuccess: (lease) => {
      refresh(lease);
      toast({
        title: "Draft saved",
        description: `The lease of ${lease.company.name} has been saved.`,
      });
      onCreated(lease);
    },
  });
}

/** Field errors are shown at the field; the caller shows other errors. */
export function useEditLease(onSaved: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({
      id,
      version,
      body,
    }: {
      id: number;
      version: number;
      body: SentBodyOf<typeof editLease>;
    }) => call(editLease, { params: { id }, body, version }),
    onSuccess: (lease) => {
      refresh(lease);
      toast({ title: "Lease updated", description: "Your changes have been saved." });
      onSaved();
    },
  });
}

/** A state change, sent with the version. If the server refuses, its message is shown and the lease is refetched. */
function useStateChange<V>(run: (lease: Lease, value: V) => Promise<Lease>, title: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ lease, value }: { lease: Lease; value: V }) => run(lease, value),
    onSuccess: (lease) => {
      refresh(lease);
      toast({
        title,
        description: `The lease of ${lease.company.name} has been updated.${postedInWords(lease)}`,
      });
    },
    onError: (error) => {
      const current = currentOf(leaseShape, error);
      if (current !== undefined) refresh(current);
      if (Object.keys(fieldErrorsOf(error)).length === 0 || current !== undefined) toastFailure(error);
    },
  });
}

/** The charges that the change posted on the ledger, or reversed. */
function postedInWords({ justPosted }: Lease): string {
  if (justPosted === undefined || justPosted.cents === 0) return "";
  const amount = formatCents(toCents(Math.abs(justPosted.cents)));
  return justPosted.cents > 0
    ? ` ${amount} was charged.`
    : ` ${amount} that was charged ahead was taken back.`;
}

export const useActivate = () =>
  useStateChange<undefined>(async ({ id, version }) => {
    try {
      return await call(activateLease, { params: { id }, body: {}, version });
    } catch (error) {
      // This dialog has no field for units, so their error is shown as a toast.
      if (currentOf(leaseShape, error) === undefined) toastFailure(error);
      throw error;
    }
  }, "Lease activated");

export const useGiveNotice = () =>
  useStateChange<string>(
    ({ id, version }, to) => call(giveNotice, { params: { id }, body: { to }, version }),
    "Notice noted",
  );

export const useEndLease = () =>
  useStateChange<string>(
    ({ id, version }, on) => call(endLease, { params: { id }, body: { on }, version }),
    "Lease end saved",
  );

export function useDeleteLease(onDeleted: () => void) {
  const refresh = useRefresh();
  return useMutation({
    ...deletion,
    mutationFn: ({ id }: Lease) => call(deleteLease, { params: { id } }),
    onSuccess: () => {
      toast({ title: "Lease deleted", description: "The lease has been deleted." });
      onDeleted();
      refresh();
    },
    onError: toastFailure,
  });
}

export function useCreateCompany(onAdded: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ body, key }: { body: SentBodyOf<typeof createCompany>; key: string }) =>
      call(createCompany, { body, idempotencyKey: key }),
    onSuccess: ({ name }) => {
      refresh();
      toast({ title: "Company added", description: `${name} has been saved.` });
      onAdded();
    },
  });
}

/** Also updates the lease from which the company was edited. */
export function useEditCompany(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      version,
      body,
    }: {
      id: number;
      version: number;
      body: SentBodyOf<typeof editCompany>;
    }) => call(editCompany, { params: { id }, body, version }),
    onSuccess: ({ name }) => {
      toast({ title: "Company updated", description: `${name} has been saved.` });
      onSaved();
    },
    onSettled: () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.test(String(queryKey[0])) }),
  });
}

export function useAddMember(leaseId: number, onAdded: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof addMember>) => call(addMember, { params: { id: leaseId }, body }),
    onSuccess: (lease) => {
      refresh(lease);
      toast({ title: "Member added", description: "They see what belongs to this lease." });
      onAdded();
    },
  });
}

/** The form shows what went wrong. */
export function useInviteToLease(leaseId: number, onInvited: () => void) {
  return useMutation({
    mutationFn: (email: string) => call(invite, { body: { email, role: "tenant", lease: leaseId } }),
    onSuccess: ({ email }) => {
      toast({ title: "Invitation sent", description: `An email is on its way to ${email}.` });
      onInvited();
    },
  });
}

export function useEditMember(leaseId: number, onSaved: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ memberId, ...body }: { memberId: number } & SentBodyOf<typeof editMember>) =>
      call(editMember, { params: { id: leaseId, memberId }, body }),
    onSuccess: (lease) => {
      refresh(lease);
      toast({ title: "Membership updated", description: "The days have been saved." });
      onSaved();
    },
  });
}

export function useEndMembership(leaseId: number, onEnded: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (memberId: number) => call(endMembership, { params: { id: leaseId, memberId } }),
    onSuccess: (lease) => {
      refresh(lease);
      toast({ title: "Membership ended", description: "They keep their own history to read." });
      onEnded();
    },
    onError: (error) => {
      toastFailure(error);
      onEnded();
    },
  });
}

/** Writes the terms of a draft or the first terms of a running lease; with a reason it is an amendment. */
export function useWriteTerms({ id: leaseId, state }: Lease, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ version, body }: { version: number; body: TermsBody }) =>
      body.as === "amendment"
        ? call(amendLease, { params: { id: leaseId }, body: body.value, version })
        : call(writeTerms, { params: { id: leaseId }, body: body.value, version }),
    onSuccess: (_, { body }) => {
      toast(
        body.as === "amendment"
          ? {
              title: "Lease amended",
              description: "The lease is charged by the new terms from their day on.",
            }
          : {
              title: "Terms saved",
              description:
                state === "draft" ? "Charges start when you activate." : "The lease is charged by them.",
            },
      );
      onSaved();
    },
    onSettled: () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.test(String(queryKey[0])) }),
  });
}

export type TermsBody =
  | { as: "terms"; value: SentBodyOf<typeof writeTerms> }
  | { as: "amendment"; value: SentBodyOf<typeof amendLease> };
