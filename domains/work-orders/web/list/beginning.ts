import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearch } from "wouter";
import * as z from "zod/mini";
import { useKeptChoice } from "#web/kept-choice.ts";
import { useIsSetByUser, withQuery } from "#web/list/use-list-address.ts";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { useIsTechnician } from "./mine.tsx";
import { addressOfView, viewsQuery } from "./view-query.ts";

/**
 * Where the list begins for somebody who does not say which orders: with the default view, or for a technician with `Mine`.
 * The browser remembers whether there is a default, so that nobody without one waits for the views.
 */
export function useBeginning(): "here" | "waiting" | { address: string } {
  const mayUseViews = useMay("work-orders.use-views");
  const isTechnician = useIsTechnician();
  const isSetByUser = useIsSetByUser();
  const isOpen = useSearch() === "" && !isSetByUser;
  const [hadDefault = isTechnician, keepHadDefault] = useKeptChoice("has-default-view", z.boolean());
  const { data, isPending } = useQuery({ ...viewsQuery, enabled: mayUseViews });
  const view = data?.find(({ isDefault }) => isDefault);
  const hasDefault = data === undefined ? undefined : view !== undefined;
  useEffect(() => {
    if (hasDefault !== undefined) keepHadDefault(hasDefault);
  }, [hasDefault, keepHadDefault]);
  if (!isOpen) return "here";
  if (view !== undefined) return { address: addressOfView(view) };
  if (mayUseViews && isPending && hadDefault) return "waiting";
  return isTechnician ? { address: withQuery(paths.workOrders, "assignee=me") } : "here";
}
