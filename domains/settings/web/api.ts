import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, userMessageOf } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { currentOf } from "#web/refusal.ts";
import { toast } from "#web/ui/toast.tsx";
import {
  changePropertySettings,
  changeSettings,
  listPropertySettings,
  type PropertySettings,
  propertySettings,
  readSettings,
  removeLogo,
  type Settings,
  setLogo,
  settings,
} from "../contract.ts";
import { readConfig } from "../public-config-contract.ts";

/** Refetched at each visit, and not changed by later responses while the form is open. */
export const settingsQuery = { ...endpointQuery(readSettings, {}), gcTime: 0 };

const failed = (error: unknown) =>
  toast({ title: "Settings not saved", description: userMessageOf(error), variant: "destructive" });

interface Change {
  body: SentBodyOf<typeof changeSettings>;
  version: number;
}

/** Sends the changes. Errors are shown at their fields, a change by somebody else above the form. */
export function useSaveSettings(onSaved: (saved: Settings) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, version }: Change) => call(changeSettings, { body, version }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: [readConfig.path] });
      toast({ title: "Settings Saved", description: "The new settings are in effect." });
      onSaved(saved);
    },
    onError: (error) => {
      if (currentOf(settings, error) === undefined) failed(error);
    },
  });
}

/** Saves the logo, or removes it, at once. */
export function useChangeLogo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (logo: File | null) => {
      if (logo === null) return call(removeLogo, {});
      const body = new FormData();
      body.append(setLogo.files.name, logo, logo.name);
      return call(setLogo, { body });
    },
    onSuccess: (saved, logo) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: [readConfig.path] });
      toast(
        logo === null
          ? { title: "Logo Removed", description: "The portal's own logo is shown instead." }
          : { title: "Logo Saved", description: "Pages, emails and PDFs show it from now on." },
      );
    },
    onError: failed,
  });
}

/** The same for one building. */
export function useSavePropertySettings(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ building, body }: { building: PropertySettings; body: PropertyChange }) =>
      call(changePropertySettings, { params: { id: building.id }, body, version: building.version }),
    onSuccess: (saved) => {
      toast({ title: "Settings Saved", description: `The new settings of ${saved.name} are in effect.` });
      onSaved();
    },
    onError: (error) => {
      if (currentOf(propertySettings, error) === undefined) failed(error);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [listPropertySettings.path] }),
  });
}
type PropertyChange = SentBodyOf<typeof changePropertySettings>;
