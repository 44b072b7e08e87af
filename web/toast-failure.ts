import { userMessageOf } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";

/** The message for an action that failed, where no form shows it. */
export const toastFailure = (error: unknown): void =>
  toast({ title: "Error", description: userMessageOf(error), variant: "destructive" });
