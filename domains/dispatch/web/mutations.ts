import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  createRule,
  createTeam,
  deleteRule,
  deleteTeam,
  editRule,
  editTeam,
  listRules,
  moveRule,
  type Rule,
  type Team,
} from "../contract.ts";
import { dispatchKeys } from "./query-keys.ts";

/** Mutations for teams and rules, with their toasts. */

/** The form displays errors. */
export const useCreateRule = () =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof createRule>) => call(createRule, { body }),
    onSettled: useRefetch(dispatchKeys.all),
  });

/** The form displays errors. */
export const useEditRule = () =>
  useMutation({
    mutationFn: ({ rule, changes }: { rule: Rule; changes: SentBodyOf<typeof editRule> }) =>
      call(editRule, { params: { id: rule.id }, body: changes, version: rule.version }),
    onSuccess: ({ isOn }) =>
      toast({
        title: "Rule Saved",
        description: isOn
          ? "It now applies to new work orders."
          : "It's off. Turn it on to assign work orders.",
      }),
    onSettled: useRefetch(dispatchKeys.all),
  });

export const useSwitchRule = () =>
  useMutation({
    mutationFn: ({ id, version, isOn }: Rule) =>
      call(editRule, { params: { id }, body: { isOn: !isOn }, version }),
    onSuccess: ({ isOn, name }) =>
      toast(
        isOn
          ? { title: "Rule Turned On", description: `“${name}” now assigns new work orders.` }
          : {
              title: "Rule Turned Off",
              description: `“${name}” won't assign work orders until you turn it back on.`,
            },
      ),
    onError: toastError,
    onSettled: useRefetch(dispatchKeys.all),
  });

export function useMoveRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ rule: { id }, direction }: { rule: Rule; direction: "up" | "down" }) =>
      call(moveRule, { params: { id }, body: { direction } }),
    onSuccess: (rules) => queryClient.setQueryData(endpointQuery(listRules, {}).queryKey, rules),
    onError: toastError,
  });
}

export const useDeleteRule = () =>
  useMutation({
    mutationFn: ({ id }: Rule) => call(deleteRule, { params: { id } }),
    onSuccess: () => toast({ title: "Rule Deleted", description: "Work orders it assigned don't change." }),
    onError: toastError,
    onSettled: useRefetch(dispatchKeys.all),
  });

/** The form displays errors. */
export const useSaveTeam = (team: Team | undefined) =>
  useMutation({
    mutationFn: ({ body, version }: { body: SentBodyOf<typeof createTeam>; version?: number }) =>
      team === undefined
        ? call(createTeam, { body })
        : call(editTeam, { params: { id: team.id }, body, version }),
    onSuccess: ({ name }) =>
      toast({ title: "Team Saved", description: `You can now assign work orders to “${name}.”` }),
    onSettled: useRefetch(dispatchKeys.all),
  });

export const useDeleteTeam = () =>
  useMutation({
    mutationFn: ({ id }: Team) => call(deleteTeam, { params: { id } }),
    onSuccess: () =>
      toast({ title: "Team Deleted", description: "Work orders waiting for this team are now unassigned." }),
    onError: toastError,
    onSettled: useRefetch(dispatchKeys.all),
  });
