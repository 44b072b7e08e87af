import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call, userMessageOf } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { toast } from "#web/ui/toast.tsx";
import {
  changePropertySettings,
  changeSettings,
  listPropertySettings,
  type PropertySettings,
  propertySettings,
  readConfig,
  readSettings,
  type Settings,
  settings,
} from "../contract.ts";

/** Read anew at each visit, and never changed beneath a form by what comes later. */
export const settingsQuery = { ...endpointQuery(readSettings, {}), gcTime: 0 };

/** The settings as they are now, with the 409 that refused a change of an old version. */
export function currentSettings(error: unknown): Settings | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return settings.safeParse(error.problem?.current).data;
}

const currentOfProperty = (error: unknown): PropertySettings | undefined =>
  error instanceof ApiError && error.status === 409
    ? propertySettings.safeParse(error.problem?.current).data
    : undefined;

const failed = (error: unknown) =>
  toast({ title: "Settings not saved", description: userMessageOf(error), variant: "destructive" });

interface Change {
  body: SentBodyOf<typeof changeSettings>;
  version: number;
}

/** Sends what was changed. What the server refuses stands at its field, a change by somebody else above the form. */
export function useSaveSettings(onSaved: (saved: Settings) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, version }: Change) => call(changeSettings, { body, version }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: [readConfig.path] });
      toast({ title: "Settings Saved", description: "The settings hold from now on." });
      onSaved(saved);
    },
    onError: (error) => {
      if (currentSettings(error) === undefined) failed(error);
    },
  });
}

/** The same for one building. `onChanged` says how it is when somebody else changed it. */
export function useSavePropertySettings(onSaved: () => void, onChanged: (current: PropertySettings) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ building, body }: { building: PropertySettings; body: PropertyChange }) =>
      call(changePropertySettings, { params: { id: building.id }, body, version: building.version }),
    onSuccess: (saved) => {
      toast({ title: "Settings Saved", description: `The settings of ${saved.name} hold from now on.` });
      onSaved();
    },
    onError: (error) => {
      const current = currentOfProperty(error);
      if (current === undefined) failed(error);
      else onChanged(current);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [listPropertySettings.path] }),
  });
}
type PropertyChange = SentBodyOf<typeof changePropertySettings>;
