import { toUserMessage } from "#web/api-client.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

/** Shows an error as a toast, for failed actions without a form. */
export const toastError = (error: unknown): void =>
  toast({ title: "Error", description: toUserMessage(error), variant: "destructive" });
