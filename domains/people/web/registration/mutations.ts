import { useMutation } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { updateSession } from "#web/session/session-store.ts";
import { toastError } from "#web/toast-error.ts";
import { requestAccessAgain } from "../../registration-contract.ts";

export const useRequestAccess = () =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof requestAccessAgain>) => call(requestAccessAgain, { body }),
    onSuccess: updateSession,
    onError: toastError,
  });
