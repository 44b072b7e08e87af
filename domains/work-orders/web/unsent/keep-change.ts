import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { Answers, Kind } from "./change-kinds.ts";
import type { ChangeToKeep, SettledAs } from "./own-outbox.ts";

/** Technicians stand where there is no network: what they do is kept on the phone first. */
export const useKeepsChanges = (): boolean => useUser().role === "maintenance";

/** Whether the user's own work can be done now. */
export function useCanWork(): boolean {
  const isReachable = useIsServerReachable();
  return useKeepsChanges() || isReachable;
}

// Few users need the outbox, and those not for the first screen.
export const loadOutbox = () => import("./own-outbox.ts");

/**
 * Keeps a change and waits for the answer.
 * @returns null when it is on the phone and is sent later; then this says so
 * @throws ApiError when the server refused it, StorageFull
 */
export async function keepChange<K extends Kind>(change: ChangeToKeep<K>): Promise<Answers[K] | null> {
  const { enqueue } = await loadOutbox();
  return answerOf(await enqueue(change));
}

/** The same for something that was kept already. */
export function answerOf<K extends Kind>(settled: SettledAs<K>): Answers[K] | null {
  if (settled.state === "refused") throw settled.error;
  if (settled.state === "sent") return settled.answer;
  sayKept();
  return null;
}

const sayKept = () => toast({ title: "Kept on this phone", description: "It will be sent later." });
