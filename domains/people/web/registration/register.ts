import { useState } from "react";
import { useLocation } from "wouter";
import type * as z from "zod/mini";
import { type SessionUser } from "#domains/accounts/contract.ts";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { register as registerEndpoint, type registration } from "#domains/people/registration-contract.ts";
import { deriveUsername } from "#domains/people/username.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { ApiError, call, toUserMessage } from "#web/api-client.ts";
import { sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import { storeSession } from "#web/session/session-store.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

type RegistrationEntries = z.output<typeof registration>;

/**
 * Registers and opens the first page (REG-13 to REG-17, AUTH-23). `register` resolves to the error if it failed.
 */
export function useRegister() {
  const [, navigate] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  const register = async (entries: RegistrationEntries): Promise<unknown> => {
    setIsBusy(true);
    setError(null);
    try {
      await sendPendingSignOut();
      const user = await sendRegistration(entries);
      const session = storeSession(user);
      toast({ title: "Registration Successful", description: `Welcome, ${user.fullName}!` });
      navigate(user.role === "maintenance" ? workOrdersPath : dashboardPath, { replace: true });
      session.start();
      return undefined;
    } catch (failure) {
      setIsBusy(false);
      setError(failure);
      const description =
        failure instanceof ApiError && failure.status < 500
          ? toUserMessage(failure)
          : "Failed to create an account";
      toast({ title: "Registration Failed", description, variant: "destructive" });
      return failure;
    }
  };
  return { register, error, isBusy };
}

/**
 * If a username derived from the address is taken, tries again with a number added. A taken username that the
 * person entered is an error.
 */
async function sendRegistration(entries: RegistrationEntries): Promise<SessionUser> {
  const unitId = entries.role === "tenant" ? (entries.unitId ?? null) : null;
  const enteredUsername = entries.username?.trim() ?? "";
  const username = enteredUsername === "" ? deriveUsername(entries.email) : enteredUsername;
  const body = { ...entries, unitId, username };
  try {
    return await call(registerEndpoint, { body });
  } catch (error) {
    const isTaken =
      error instanceof ApiError && error.status === 409 && error.problem?.fields?.username !== undefined;
    if (!isTaken || enteredUsername !== "") throw error;
    const suffix = crypto.getRandomValues(new Uint32Array(1))[0] as number;
    return call(registerEndpoint, { body: { ...body, username: `${username}${suffix % 10_000}` } });
  }
}
