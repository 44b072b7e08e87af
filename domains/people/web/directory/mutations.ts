import { useMutation } from "@tanstack/react-query";
import {
  disablePerson,
  editPerson,
  enablePerson,
  type Person,
  resetTwoFactor,
  signOutPerson,
  unlinkWorkAccount,
} from "#domains/people/people-contract.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { peopleKeys } from "../query-keys.ts";

/** The form shows errors. */
export const useEditPerson = (onDone: () => void) =>
  useMutation({
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

export const useDisablePerson = () =>
  useMutation({
    mutationFn: ({ person: { id }, reason }: { person: Person } & SentBodyOf<typeof disablePerson>) =>
      call(disablePerson, { params: { id }, body: { reason } }),
    onSuccess: ({ fullName }) =>
      toast({ title: "Account Disabled", description: `${fullName} is signed out everywhere.` }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });

export const useEnablePerson = () =>
  useMutation({
    mutationFn: ({ id }: Person) => call(enablePerson, { params: { id } }),
    onSuccess: ({ fullName }) =>
      toast({ title: "Account Enabled", description: `${fullName} can sign in again.` }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });

export const useSignOutPerson = () =>
  useMutation({
    mutationFn: ({ id }: Person) => call(signOutPerson, { params: { id } }),
    onSuccess: (_, { fullName }) =>
      toast({ title: "Signed Out", description: `${fullName} was signed out everywhere.` }),
    onError: toastError,
  });

export const useUnlinkWorkAccount = () =>
  useMutation({
    mutationFn: ({ id }: Pick<Person, "id" | "fullName">) => call(unlinkWorkAccount, { params: { id } }),
    onSuccess: (_, { fullName }) =>
      toast({ title: "Work Account Unlinked", description: `${fullName} was signed out everywhere.` }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });

export const useResetTwoFactor = () =>
  useMutation({
    mutationFn: ({ id }: Pick<Person, "id" | "fullName">) => call(resetTwoFactor, { params: { id } }),
    onSuccess: (_, { fullName }) =>
      toast({
        title: "Two-Factor Authentication Turned Off",
        description: `${fullName} was signed out everywhere and notified by email.`,
      }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });
