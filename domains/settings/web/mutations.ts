import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { refetch, useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  changePropertySettings,
  changeSettings,
  type PropertySettings,
  propertySettings,
  removeLogo,
  type Settings,
  setLogo,
  settings,
} from "../contract.ts";
import { settingsQuery } from "./queries.ts";
import { settingsKeys } from "./query-keys.ts";

const showFailureToast = (error: unknown) =>
  toast({ title: "Settings Not Saved", description: toUserMessage(error), variant: "destructive" });

interface SettingsChange {
  body: SentBodyOf<typeof changeSettings>;
  version: number;
}

/**
 * Saves the changes. Errors appear on their fields, and a conflict with another user's change appears above
 * the form.
 */
export function useSaveSettings(onSaved: (saved: Settings) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, version }: SettingsChange) => call(changeSettings, { body, version }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      void refetch(queryClient, settingsKeys.config);
      toast({ title: "Settings Saved", description: "The new settings are in effect." });
      onSaved(saved);
    },
    onError: (error) => {
      if (getCurrentRecord(settings, error) === undefined) showFailureToast(error);
    },
  });
}

/** Saves or removes the logo immediately. */
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
      void refetch(queryClient, settingsKeys.config);
      toast(
        logo === null
          ? { title: "Logo Removed", description: "The default logo is shown instead." }
          : { title: "Logo Saved", description: "It now appears on pages, emails, and PDFs." },
      );
    },
    onError: showFailureToast,
  });
}

/** Saves the settings of one property. */
export const useSavePropertySettings = (onSaved: () => void) =>
  useMutation({
    mutationFn: ({ property, body }: { property: PropertySettings; body: PropertyChange }) =>
      call(changePropertySettings, { params: { id: property.id }, body, version: property.version }),
    onSuccess: (saved) => {
      toast({ title: "Settings Saved", description: `Settings for ${saved.name} are in effect.` });
      onSaved();
    },
    onError: (error) => {
      if (getCurrentRecord(propertySettings, error) === undefined) showFailureToast(error);
    },
    onSettled: useRefetch(settingsKeys.properties),
  });
type PropertyChange = SentBodyOf<typeof changePropertySettings>;
