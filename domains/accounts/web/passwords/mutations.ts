import { useMutation } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { changePassword } from "../../password-contract.ts";
import { accountKeys } from "../query-keys.ts";

/** Ends all other sessions too. The form shows errors. */
export function useChangePassword() {
  const refetchSessions = useRefetch(accountKeys.sessions);
  const refetchTokens = useRefetch(accountKeys.tokens);
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof changePassword>) => call(changePassword, { body }),
    onSuccess: (_, { revokeTokens }) => {
      toast({
        title: "Password Changed",
        description: revokeTokens
          ? "All your other devices are signed out and your API tokens are revoked."
          : "All your other devices are signed out.",
      });
      void refetchSessions();
      void refetchTokens();
    },
  });
}
