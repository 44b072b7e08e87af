import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { invite, resendInvitation, withdrawInvitation } from "#domains/people/invitation-contract.ts";
import {
  disablePerson,
  editPerson,
  enablePerson,
  type Person,
  resetTwoFactor,
  signOutPerson,
} from "#domains/people/people-contract.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { idempotencyKeyPerContent } from "#web/idempotency-key.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/toast.tsx";
import { peopleKeys } from "../query-keys.ts";

/** The mutations of the people pages and the texts of their toasts. */

/** The form shows errors. */
export function useEditPerson(onDone: () => void) {
  return useMutation({
    mutationFn: ({
      id,
      version,
      changes,
    }: {
      id: number;
      version: number;
      changes: SentBodyOf<typeof editPerson>;
    }) => call(editPerson, { params: { id }, body: changes, version }),
    onSuccess: ({ fullName }) => {
      toast({ title: "Changes Saved", description: `${fullName} has been updated.` });
      onDone();
    },
    onSettled: useRefetch(peopleKeys.all),
  });
}

export function useDisable() {
  return useMutation({
    mutationFn: ({ person: { id }, reason }: { person: Person } & SentBodyOf<typeof disablePerson>) =>
      call(disablePerson, { params: { id }, body: { reason } }),
    onSuccess: ({ fullName }) =>
      toast({ title: "Account Disabled", description: `${fullName} is signed out everywhere.` }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });
}

export function useEnable() {
  return useMutation({
    mutationFn: ({ id }: Person) => call(enablePerson, { params: { id } }),
    onSuccess: ({ fullName }) =>
      toast({ title: "Account Enabled", description: `${fullName} can sign in again.` }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });
}

export function useSignOutPerson() {
  return useMutation({
    mutationFn: ({ id }: Person) => call(signOutPerson, { params: { id } }),
    onSuccess: (_, { fullName }) =>
      toast({ title: "Signed Out", description: `${fullName} was signed out everywhere.` }),
    onError: toastError,
  });
}

export function useResetTwoFactor() {
  return useMutation({
    mutationFn: ({ id }: Pick<Person, "id" | "fullName">) => call(resetTwoFactor, { params: { id } }),
    onSuccess: (_, { fullName }) =>
      toast({
        title: "Two-Factor Authentication Turned Off",
        description: `${fullName} was signed out everywhere and notified by email.`,
      }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });
}

/** The form shows errors and the link. */
export function useInvite() {
  const [keyOf] = useState(idempotencyKeyPerContent);
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof invite>) => call(invite, { body, idempotencyKey: keyOf(body) }),
    onSettled: useRefetch(peopleKeys.all),
  });
}

export function useResend() {
  return useMutation({
    mutationFn: (id: number) => call(resendInvitation, { params: { id } }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });
}

export function useWithdraw() {
  return useMutation({
    mutationFn: (id: number) => call(withdrawInvitation, { params: { id } }),
    onSuccess: ({ email }) =>
      toast({
        title: "Invitation Withdrawn",
        description: `The link sent to ${email} no longer works.`,
      }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });
}
