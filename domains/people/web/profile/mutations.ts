import { useMutation } from "@tanstack/react-query";
import type { Density } from "#shared/density.ts";
import { call } from "#web/api-client.ts";
import { currentSession, updateSession } from "#web/session/session-store.ts";
import { applyDensity, getDensity } from "#web/theme/density.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { editProfile } from "../../profile-contract.ts";

/** Applies the density immediately. If saving fails, restores the previous one. */
export const useSetDensity = () =>
  useMutation({
    mutationFn: (density: Density) => call(editProfile, { body: { density } }),
    onMutate: applyDensity,
    onSuccess: updateSession,
    onError: (error) => {
      const session = currentSession();
      if (session.state === "signed-in") applyDensity(getDensity(session.user));
      toastError(error);
    },
  });

/** The form shows errors. */
export const useRename = () =>
  useMutation({
    mutationFn: (fullName: string) => call(editProfile, { body: { fullName } }),
    onSuccess: (updatedUser) => {
      updateSession(updatedUser);
      toast({ title: "Name Changed", description: `Your name is now ${updatedUser.fullName}.` });
    },
  });
