import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { updateSession } from "#web/session/session-store.ts";
import { toast } from "#web/ui/toast.tsx";
import { editProfile } from "../../profile-contract.ts";

/** The form shows errors. */
export const useRename = () =>
  useMutation({
    mutationFn: (fullName: string) => call(editProfile, { body: { fullName } }),
    onSuccess: (updated) => {
      updateSession(updated);
      toast({ title: "Name Changed", description: `Your name is now ${updated.fullName}.` });
    },
  });
