import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import { useRefetch } from "#web/use-refetch.ts";
import {
  createRule,
  createTeam,
  deleteRule,
  deleteTeam,
  editRule,
  editTeam,
  listRules,
  listTeams,
  moveRule,
  type Rule,
  type Team,
} from "../contract.ts";

/** The mutations of teams and rules, with the texts of their toasts. */

const useRefresh = () => useRefetch(listTeams, listRules);

/** The form shows errors. */
export const useCreateRule = () =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof createRule>) => call(createRule, { body }),
    onSettled: useRefresh(),
  });

/** The form shows errors. */
export const useEditRule = () =>
  useMutation({
    mutationFn: ({ rule, changes }: { rule: Rule; changes: SentBodyOf<typeof editRule> }) =>
      call(editRule, { params: { id: rule.id }, body: changes, version: rule.version }),
    onSuccess: () =>
      toast({ title: "Rule Saved", description: "It is used for new work orders from now on." }),
    onSettled: useRefresh(),
  });

export const useSwitchRule = () =>
  useMutation({
    mutationFn: ({ id, version, isOn }: Rule) =>
      call(editRule, { params: { id }, body: { isOn: !isOn }, version }),
    onSuccess: ({ isOn, name }) =>
      toast(
        isOn
          ? { title: "Rule On", description: `“${name}” assigns new work orders from now on.` }
          : { title: "Rule Off", description: `“${name}” assigns nothing until it is switched on.` },
      ),
    onError: toastFailure,
    onSettled: useRefresh(),
  });

export function useMoveRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ rule: { id }, direction }: { rule: Rule; direction: "up" | "down" }) =>
      call(moveRule, { params: { id }, body: { direction } }),
    onSuccess: (rules) => queryClient.setQueryData(endpointQuery(listRules, {}).queryKey, rules),
    onError: toastFailure,
  });
}

export const useDeleteRule = () =>
  useMutation({
    mutationFn: ({ id }: Rule) => call(deleteRule, { params: { id } }),
    onSuccess: () =>
      toast({ title: "Rule Deleted", description: "The orders it assigned stay as they are." }),
    onError: toastFailure,
    onSettled: useRefresh(),
  });

/** The form shows errors. */
export const useSaveTeam = (team: Team | undefined) =>
  useMutation({
    mutationFn: ({ body, version }: { body: SentBodyOf<typeof createTeam>; version?: number | undefined }) =>
      team === undefined
        ? call(createTeam, { body })
        : call(editTeam, { params: { id: team.id }, body, version }),
    onSuccess: ({ name }) =>
      toast({ title: "Team Saved", description: `Work orders can be given to “${name}”.` }),
    onSettled: useRefresh(),
  });

export const useDeleteTeam = () =>
  useMutation({
    mutationFn: ({ id }: Team) => call(deleteTeam, { params: { id } }),
    onSuccess: () =>
      toast({ title: "Team Deleted", description: "The orders it was to take are unassigned." }),
    onError: toastFailure,
    onSettled: useRefresh(),
  });
