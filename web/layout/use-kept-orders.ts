import { useEffect, useState } from "react";
import { loadKeptOrders } from "#web/pages.ts";
import { forgetKeptOrders } from "#web/session/saved-session.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { useSession } from "#web/session/user-provider.tsx";
import { whenIdle } from "#web/when-idle.ts";

/**
 * Keeps the orders of a technician on this device, and fills the pages with them while there is no network. False until that
 * is done at a start without one.
 */
export function useKeptOrders(isOffline: boolean): boolean {
  const { id } = useUser();
  const mayKeep = useMay("work-orders.read-my-day");
  const session = useSession();
  const isFromStorage = session.state === "signed-in" && session.isFromStorage === true;
  const [isFilled, setIsFilled] = useState(!(isFromStorage && mayKeep));

  useEffect(() => {
    if (!mayKeep) return forgetKeptOrders();
    let stop: (() => void) | undefined;
    let isOver = false;
    const callOff = whenIdle(() => {
      loadKeptOrders().then(
        ({ keepOrders }) => {
          if (!isOver) stop = keepOrders(id);
        },
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      callOff();
      stop?.();
    };
  }, [mayKeep, id]);

  useEffect(() => {
    if (!mayKeep || !isOffline) return;
    void loadKeptOrders()
      .then(({ fillFromKept }) => fillFromKept(id))
      .catch(() => undefined)
      .finally(() => setIsFilled(true));
  }, [mayKeep, isOffline, id]);

  return isFilled || !isOffline;
}
